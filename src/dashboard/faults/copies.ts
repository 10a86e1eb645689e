import type { Fault, ServerInfo } from '../../client.ts';
import { toLiteral } from '../parts/literal.ts';
import { quote } from '../requests/curl.ts';

/** Who asks for a fault, and where. */
interface Caller {
  origin: string;
  info: ServerInfo | undefined;
  apiKey: string;
  /** Whether the control plane asks for a token. */
  hasToken: boolean;
}

/** The command that adds a fault. A token is a variable. */
export function toFaultCurl(fault: Fault, { origin, info, apiKey, hasToken }: Caller): string {
  const header = typeof info?.isolate === 'string' ? info.isolate : 'X-API-Key';
  return [
    `curl ${quote(`${origin}/__admin/faults`)}`,
    `--header 'Content-Type: application/json'`,
    ...(info?.isolate && apiKey ? [`--header ${quote(`${header}: ${apiKey}`)}`] : []),
    ...(hasToken ? [`--header "Authorization: Bearer $ADMIN_TOKEN"`] : []),
    `--data-raw ${quote(JSON.stringify(fault))}`,
  ].join(' ');
}

/** The line of a test that adds a fault. */
export function toFaultCode(fault: Fault): string {
  return `catalog.faults.add(${toLiteral(fault)});`;
}
