import { nameOf } from '../../contract/describe-fault.ts';
import type { Fault } from '../../client.ts';
import { fieldsOf } from '../faults/presets.ts';
import { Button, CopyButton, saveFile } from '../parts/buttons.tsx';
import { quote } from '../requests/curl.ts';
import { usePage, type Page } from '../state/page.ts';

/** What brings a mock to what this one is at: commands, or a file where pets were changed. */
export function Share() {
  const page = usePage();
  const { control, info, faults = [], report } = page;
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  // The newest last, as they are added; a delay of the start alone is none that a command can set.
  const all: Fault[] = [
    ...(scenario === null && delay !== 0 ? [{ delay }] : []),
    ...faults
      .filter(({ enabled }) => enabled !== false)
      .toReversed()
      .map(fieldsOf),
  ];
  const scenarioCommand = () =>
    scenario === null
      ? toCommand('POST', '/reset', undefined, page)
      : toCommand('PUT', '/scenarios/current', { name: scenario }, page);
  const commands = () =>
    [
      scenarioCommand(),
      // The scenario's own faults are there with it.
      ...(scenario !== null && isChanged ? [toCommand('DELETE', '/faults', undefined, page)] : []),
      ...(scenario !== null && !isChanged ? [] : all.map((fault) => toAddCommand(fault, page))),
    ].join(' &&\n');
  const save = () =>
    report(async () => `Saved ${saveFile(await control.snapshot(), 'pet-catalog', 'json')}`);
  return (
    <div class="items">
      <p class="soft">
        {[scenario === null ? 'No scenario' : `The scenario ${scenario}`, ...all.map(nameOf)].join(
          '; ',
        )}
        , with the pets of its start:
      </p>
      <CopyButton class="item" label="Copy as curl commands" what="curl commands" text={commands} />
      <p class="soft">With the pets as they are now, for “Restore a snapshot”:</p>
      <Button look="item" onClick={() => void save()}>
        Save a snapshot
      </Button>
    </div>
  );
}

/** The command that adds a fault. */
export function toAddCommand(fault: Fault, page: Page): string {
  return toCommand('POST', '/faults', fault, page);
}

/** A control request as a command. A token is a variable. */
function toCommand(method: string, path: string, body: object | undefined, page: Page): string {
  const { source, session, info } = page;
  const query = info?.catalog ? `?catalog=${info.catalog}` : '';
  return [
    `curl --fail --request ${method} ${quote(`${source.origin}/__admin${path}${query}`)}`,
    ...(session.token === '' ? [] : [`--header "Authorization: Bearer $ADMIN_TOKEN"`]),
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: application/json' --data-raw ${quote(JSON.stringify(body))}`]),
  ].join(' ');
}
