import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createControl, type Control } from '../../src/client.ts';
import { atCaller } from '../../src/contract/at-caller.ts';
import {
  createPetCatalog,
  InvalidInputError,
  OptionError,
  WaitTimeoutError,
  type CatalogControls,
} from '../../src/index.ts';
import { freePort } from '../support/free-port.ts';

/** What a function throws, now or later, with the first line of its stack that is a frame. */
async function thrownBy(run: () => unknown) {
  const error = await Promise.resolve()
    .then(run)
    .then(
      () => expect.fail('It should have thrown'),
      (thrown: unknown) => thrown as Error,
    );
  return { error, frame: error.stack!.split('\n').find((line) => line.startsWith('    at ')) };
}

const here = import.meta.filename;

describe('the stack of what a control throws begins where it was called', () => {
  const bad = { bad: 1 } as never;
  test.each<[string, (controls: CatalogControls) => unknown, error: string]>([
    ['seed', ({ seed }) => seed({ pets: -1 }), 'InvalidInputError'],
    ['pets.create', ({ pets }) => pets.create(bad), 'InvalidInputError'],
    ['requests.verify', ({ requests }) => requests.verify(), 'VerificationError'],
    ['requests.waitFor', ({ requests }) => requests.waitFor(bad), 'InvalidInputError'],
    [
      'requests.waitFor, after its time',
      ({ requests }) => requests.waitFor({}, { timeout: 1 }),
      'WaitTimeoutError',
    ],
  ])('%s', async (_name, run, kind) => {
    const isolated = createPetCatalog({ isolate: true });
    for (const controls of [createPetCatalog(), isolated.forKey('one')]) {
      const { error, frame } = await thrownBy(() => run(controls));
      expect(error.name).toBe(kind);
      expect(error.stack).toContain(`${error.name}: ${error.message}\n`);
      expect(frame).toContain(here);
    }
  });

  test('seed without a key', async () => {
    const { seed } = createPetCatalog({ isolate: true });
    expect((await thrownBy(() => seed())).frame).toContain(here);
  });

  const members = (control: Control) =>
    Object.entries(control).flatMap(([name, member]: [string, object]) =>
      typeof member === 'function'
        ? [[name, member] as const]
        : Object.entries(member).map(([part, run]) => [`${name}.${part}`, run] as const),
    );

  test('each member of the client', async () => {
    const control = createControl({ url: `http://127.0.0.1:${await freePort()}` });
    const all = [control, control.forKey('x')]
      .flatMap(members)
      .filter(([name]) => name !== 'subscribe' && name !== 'forKey');
    expect(all.length).toBeGreaterThan(50);
    for (const [name, member] of all) {
      const { error, frame } = await thrownBy(() => (member as (text: string) => unknown)('x'));
      expect(error.message, name).toContain('does not answer');
      expect(frame, name).toContain(here);
    }
  });
});

test('an error that is not the caller’s to mend keeps its own stack', async () => {
  const broken = new TypeError('inside');
  const { stack } = broken;
  const controls = {
    now() {
      throw broken;
    },
    later: () => Promise.reject(broken),
  };
  const { now, later } = atCaller(controls, [OptionError]);
  for (const run of [now, later]) expect((await thrownBy(run)).error).toBe(broken);
  expect(broken.stack).toBe(stack);
});

test('where the engine cannot tell the frames of a caller, errors are thrown as they are', async () => {
  const { captureStackTrace } = Error;
  onTestFinished(() => {
    Error.captureStackTrace = captureStackTrace;
  });
  const catalog = createPetCatalog();
  const firefox = vi.fn<(holder: object) => void>(
    (holder) => void Object.assign(holder, { stack: 'test@http://localhost/test.js:1:2\n' }),
  );
  for (const other of [undefined as never, firefox]) {
    Error.captureStackTrace = other;
    const seeding = await thrownBy(() => catalog.seed({ pets: -1 }));
    const waiting = await thrownBy(() => catalog.requests.waitFor({}, { timeout: 1 }));
    Error.captureStackTrace = captureStackTrace;
    expect(seeding.error).toBeInstanceOf(InvalidInputError);
    expect(waiting.error).toBeInstanceOf(WaitTimeoutError);
    expect(seeding.error.stack).toContain('contract');
    expect(waiting.error.stack).toContain('WaitTimeoutError: Expected 1 request');
  }
  expect(firefox).toHaveBeenCalled();
});
