// The polyfill checks the available globals when it is loaded.
import { Headers, Request, Response, fetch } from 'whatwg-fetch';
import { define } from './define.mjs';

define({ Headers, Request, Response, fetch });
