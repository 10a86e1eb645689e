import { CopyButton } from '../parts/buttons.tsx';
import { usePage } from '../state/page.ts';

/** With no request yet: what brings the first one. */
export function FirstRequest() {
  const { source, info, session } = usePage();
  if (!info) return null;
  const { basePath, operations } = info;
  const first = operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  const url = `${source.origin}${basePath}${first?.path ?? ''}`;
  const key = session.shownKey || 'demo-key';
  const lines: Record<string, string> = {
    curl: `curl -H 'X-API-Key: ${key}' ${url}`,
    fetch: `fetch('${url}', { headers: { 'X-API-Key': '${key}' } })`,
    ...(source.isServer && { Vite: `server: { proxy: { '${basePath}': '${source.origin}' } }` }),
  };
  return (
    <div class="empty stack">
      <h2>Point your app here</h2>
      <p class="soft">Its requests show up as they come. Try one:</p>
      {Object.entries(lines).map(([name, code]) => (
        <div key={name}>
          <span class="soft">{name}</span>
          <div class="row">
            <code class="code">{code}</code>
            <CopyButton text={() => code} what={`${name} line`} />
          </div>
        </div>
      ))}
    </div>
  );
}
