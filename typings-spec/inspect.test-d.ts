import { createApi } from 'homing';
import { type Har, type Inspector, inspector, type SeenCall } from 'homing/inspect';
import { type InspectorServer, serveInspector } from 'homing/inspect/server';
import { observe, type Observer, observers } from 'homing/observe';
import { expectAssignable, expectError, expectType } from 'tsd';

// An inspector is an observer.
const seen = inspector();
expectType<Inspector>(seen);
expectAssignable<Observer>(seen);
const api = createApi({ baseUrl: '/', observers: observers(seen), requests: {} });
expectType<() => void>(observe(api, inspector({ limit: 1, bodies: 0 })));
expectError(inspector({ size: 1 }));
expectError(inspector({ limit: '1' }));

// What it keeps is to be looked at.
expectType<readonly SeenCall[]>(seen.calls);
expectType<Har>(seen.toHar());
expectType<() => void>(seen.subscribe((call) => expectType<SeenCall | undefined>(call)));
declare const call: SeenCall;
expectError(seen.calls.push(call));

// A page of it takes nothing else.
expectType<Promise<InspectorServer>>(serveInspector(seen));
expectType<Promise<InspectorServer>>(serveInspector(seen, { port: 4300, force: true }));
expectError(serveInspector());
expectError(serveInspector(seen, { host: '0.0.0.0' }));
expectError(serveInspector(seen, { port: '4300' }));
