import { describe, expect, it, jest } from '@jest/globals';
import { WaitingLine } from '../../../../lib/parts/resilience/rate-limit/slots.js';

const patient = { patientUntil: Infinity, staysUntil: Infinity };

describe('WaitingLine (rules.md#rate-limit)', () => {
  it('leaves no listener and no place behind, however many of many abort', async () => {
    const line = new WaitingLine();
    const add = jest.spyOn(AbortSignal.prototype, 'addEventListener');
    const remove = jest.spyOn(AbortSignal.prototype, 'removeEventListener');
    const controllers = Array.from({ length: 1000 }, () => new AbortController());
    const waits = controllers.map(({ signal }) => line.wait(patient, signal).catch(() => 'aborted'));
    for (const controller of controllers) controller.abort();

    expect(new Set(await Promise.all(waits))).toEqual(new Set(['aborted']));
    expect(line.size).toBe(0);
    expect(add.mock.contexts).toHaveLength(1000);
    expect(remove.mock.contexts).toEqual(add.mock.contexts);
    jest.restoreAllMocks();
  });
});
