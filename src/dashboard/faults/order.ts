import type { ActiveFault } from '../../client.ts';
import { describeEffect } from '../../contract/describe-fault.ts';
import { presets } from './presets.ts';
import { fieldsOf, isSame } from './same-fault.ts';

/** How many are named in the line. */
const most = 3;

/** Whether it can hit a call. */
export function isOn({ enabled, remaining }: ActiveFault): boolean {
  return enabled !== false && remaining !== 0;
}

const onlyDelays = ({ status, network }: ActiveFault) =>
  status === undefined && network === undefined;

/**
 * Whether newer faults take all the calls that it would hit. Those that fail calls and those that
 * only delay them do not take them from each other.
 *
 * @param newer Those that are tried before it.
 */
export function isCovered(fault: ActiveFault, newer: readonly ActiveFault[]): boolean {
  return newer.some(
    (one) =>
      isOn(one) &&
      onlyDelays(one) === onlyDelays(fault) &&
      one.match === undefined &&
      one.times === undefined &&
      (one.rate === undefined || one.rate === 1) &&
      (one.operation === undefined || one.operation === fault.operation),
  );
}

/**
 * Which of several faults comes first, in a line: `First 503 once, then 20 % chaos.` `''` where there
 * is nothing to say.
 *
 * @param faults The newest first, as they are tried.
 */
export function describeOrder(faults: readonly ActiveFault[]): string {
  const tried = faults.filter(
    (fault, index) => isOn(fault) && !isCovered(fault, faults.slice(0, index)),
  );
  const failing = tried.filter((fault) => !onlyDelays(fault));
  const delaying = tried.filter(onlyDelays);
  const sentences: string[] = [];
  if (failing.length > 1) sentences.push(`First ${listed(failing, ', then ')}.`);
  if (delaying.length > 0 && Math.max(failing.length, delaying.length) > 1) {
    const words = listed(delaying, ', else ');
    sentences.push(failing.length > 1 ? `On top of that, ${words}.` : `First ${words}.`);
  }
  return sentences.join(' ');
}

function listed(faults: readonly ActiveFault[], between: string): string {
  const names = faults.slice(0, most).map(shortName);
  const more = faults.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(between);
}

function shortName(fault: ActiveFault): string {
  const { operation, ...plain } = fault;
  const preset = presets.find((one) => isSame(plain, one.fault));
  const words = preset && !onlyDelays(fault) ? preset.name : describeEffect(fieldsOf(fault));
  return operation === undefined ? words : `${operation}: ${words}`;
}
