import { defineRequest } from 'homing';
import { expectError } from 'tsd';

interface User {
  id: number;
}

declare const anyPath: string;

// A fragment in a path literal is refused, by a missing property that says why.
expectError(defineRequest<User>()({ method: 'GET', path: '/users#top' }));
expectError(defineRequest()({ method: 'GET', path: '/users#top' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users?a=1#top' }));
defineRequest<User>()({ method: 'GET', path: '/users#top', __fragmentInPath: null as never });

// A token in the query of a path literal is refused, after `?`, `&` and `=`.
expectError(defineRequest<User>()({ method: 'GET', path: '/users?:sort' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users?a=1&:sort' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users?sort=:sort' }));
expectError(defineRequest()({ method: 'GET', path: '/users?sort=:sort' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users/:id?a=b:c&sort=:sort' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users?a=:&sort=:sort' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users?a=:-=:sort&:-' }));
defineRequest<User>()({ method: 'GET', path: '/users?sort=:sort', __queryTokenInPath: null as never });

// A colon elsewhere in the query is text, and so is one without a name.
defineRequest<User>()({ method: 'GET', path: '/users?at=12:30&to=/:id' });
defineRequest<User>()({ method: 'GET', path: '/users?a=:&b=:-' });

// So is a param in braces anywhere in the query.
expectError(defineRequest<User>()({ method: 'GET', path: '/users?sort={sort}' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/users/{id}?between=1,{to-day}' }));
defineRequest<User>()({ method: 'GET', path: '/users?{sort}', __queryTokenInPath: null as never });

// Braces without a name are text, and so is a colon behind a path with braces.
defineRequest<User>()({ method: 'GET', path: '/users?a={}&filter={"a":1}' });
defineRequest<User>()({ method: 'GET', path: '/users/{id}?sort=:sort' });

// An escaped `#` and a fixed query are fine.
defineRequest<User>()({ method: 'GET', path: '/users%23top?sort=name&page' });

// What isn't known at compile time is checked when the call is made.
defineRequest<User>()({ method: 'GET', path: anyPath });

// What is known of it is checked at once.
expectError(defineRequest<User>()({ method: 'GET', path: `/${anyPath as 'a'}#top` }));

// A misspelt option and an unknown method are refused.
expectError(defineRequest<User>()({ method: 'GET', path: '/users', respnseType: 'text' }));
expectError(defineRequest<User>()({ method: 'get', path: '/users' }));
expectError(defineRequest<User>()({ method: 'GET' }));
