import { inspector } from 'homing/inspect';
import { mountInspector } from 'homing/inspect/panel';
import { expectError, expectType } from 'tsd';

// A panel shows an inspector, somewhere on the page, until it is taken away.
expectType<() => void>(mountInspector(inspector()));
expectType<() => void>(mountInspector(inspector(), document.body));
expectError(mountInspector());
expectError(mountInspector({ calls: [] }));
