import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const page = await readFile(new URL('index.html', import.meta.url));
const server = createServer((request, response) => {
  const isPage = request.url.split('?')[0] === '/';
  response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(isPage ? page : undefined);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`app on http://127.0.0.1:${server.address().port}`);
});
