// #region send
const url = process.env['PET_CATALOG_URL'] ?? 'http://127.0.0.1:4020/v2';

/** Sends a request of the client that orval makes. */
export function sendToPets<T>(path: string, init: RequestInit): Promise<T> {
  return send(url + path, { ...init, headers: { ...init.headers, 'X-API-Key': 'test' } });
}

async function send<T>(address: string | URL, init: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  const text = await response.text();
  const data: unknown = text === '' ? undefined : JSON.parse(text);
  return { data, status: response.status, headers: response.headers } as T;
}
// #endregion

/** Sends a request of the client of the control plane. */
export function sendToControl<T>(path: string, init: RequestInit): Promise<T> {
  return send(new URL(path, url), init);
}
