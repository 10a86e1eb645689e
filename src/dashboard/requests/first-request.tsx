import { useState } from 'preact/hooks';
import { Button, Chip, CopyButton } from '../parts/buttons.tsx';
import { usePage } from '../state/page.ts';

/** With no request yet: where to point an app, and ways to send the first request. */
export function FirstRequest() {
  const { source, info, session, act } = usePage();
  const [shown, show] = useState('curl');
  if (!info) return null;
  const { basePath, operations } = info;
  const base = source.origin + basePath;
  const first = operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  const url = `${base}${first?.path ?? ''}`;
  const key = session.shownKey || 'demo-key';
  const headers = { 'X-API-Key': key };
  const snippets: Record<string, string> = {
    curl: `curl -H 'X-API-Key: ${key}' ${url}`,
    fetch: `fetch('${url}', { headers: { 'X-API-Key': '${key}' } })`,
    ...(source.isServer && { Vite: `server: { proxy: { '${basePath}': '${source.origin}' } }` }),
  };
  const code = snippets[shown]!;
  const send = async () => [`Sent: ${(await fetch(url, { headers })).status}`] as const;
  return (
    <div class="first stack">
      <h2 class="row">
        <span class="dot" /> Waiting for the first request
      </h2>
      <p class="soft">Point your app at this base URL:</p>
      <p class="row">
        <code class="base-url">{base}</code>
        <CopyButton look="button" label="Copy" text={() => base} what="base URL" />
      </p>
      <Button look="button primary" onClick={() => act(send)}>
        Send a test request
      </Button>
      <div class="row" role="group" aria-label="Snippets">
        {Object.keys(snippets).map((name) => (
          <Chip key={name} text={name} isOn={name === shown} onClick={() => show(name)} />
        ))}
      </div>
      <div class="row">
        <code class="code grow">{code}</code>
        <CopyButton text={() => code} what={`${shown} line`} />
      </div>
    </div>
  );
}
