// It looks at what there is when it is loaded.
import { Headers, Request, Response, fetch } from 'whatwg-fetch';
import { define } from './define.mjs';

define({ Headers, Request, Response, fetch });
