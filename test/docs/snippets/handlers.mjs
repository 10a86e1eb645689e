import { delay, http, HttpResponse } from 'msw';

export default [
  // A path that the service does not have.
  http.get('*/v2/status', () => HttpResponse.json({ open: true })),

  // Cats are slow; no answer leaves the request to the next handler, and at last to the service.
  http.post('*/v2/pets', async ({ request }) => {
    // What is no JSON is the service's to refuse.
    const pet = await request.json().catch(() => null);
    if (pet?.tag === 'cat') await delay(200);
  }),
];
