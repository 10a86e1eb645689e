import { nameOf } from '../../controls/describe-fault.ts';
import { fieldsOf } from '../faults/fault-fields.ts';
import { CopyButton, SaveSnapshot } from '../parts/buttons.tsx';
import { quote } from '../requests/copies.ts';
import { usePage, type Page } from '../state/page.ts';

/** What brings a mock to what this one is at: commands, or a file where pets were changed. */
export function Share() {
  const page = usePage();
  const { info, faults = [] } = page;
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  const active = faults.filter(({ enabled }) => enabled !== false).toReversed();
  // The newest last, as they are added; a delay of the start alone is none that a command can set.
  const all = [...(scenario === null && delay !== 0 ? [{ delay }] : []), ...active.map(fieldsOf)];
  const words = [scenario === null ? 'A reset' : `The scenario ${scenario}`, ...all.map(nameOf)];
  const commands = () => {
    const add = all.map((fault) => toCommand(page, 'POST', '/faults', fault));
    if (scenario === null) return [toCommand(page, 'POST', '/reset'), ...add].join(' &&\n');
    const use = toCommand(page, 'PUT', '/scenarios/current', { name: scenario });
    // The scenario's own faults are there with it.
    return isChanged ? [use, toCommand(page, 'DELETE', '/faults'), ...add].join(' &&\n') : use;
  };
  return (
    <>
      <p class="soft">{words.join('; ')}. The pets are those of the start:</p>
      <CopyButton look="item" label="Copy as curl commands" what="curl commands" text={commands} />
      <p class="soft">A file with the pets as they are now, which “Restore a snapshot” takes:</p>
      <SaveSnapshot />
    </>
  );
}

/** A control request as a command. A token is a variable. */
function toCommand({ source, session, info }: Page, method: string, path: string, body?: object) {
  const query = info?.catalog ? `?catalog=${info.catalog}` : '';
  const words = [
    `curl --fail --request ${method} ${quote(`${source.origin}/__admin${path}${query}`)}`,
  ];
  if (session.token !== '') words.push(`--header "Authorization: Bearer $ADMIN_TOKEN"`);
  if (body) {
    const data = quote(JSON.stringify(body));
    words.push(`--header 'Content-Type: application/json' --data-raw ${data}`);
  }
  return words.join(' ');
}
