import { Elysia } from 'elysia';

/** The baseline: routes of the same shape that return the same bytes, headers included, and do nothing else. */
const { body, headers } = JSON.parse(await Bun.stdin.text()) as {
  body: string;
  headers: Record<string, string>;
};
const constant = () => new Response(body, { headers });

const app = new Elysia()
  .get('/food/:food_id', constant)
  .get('/barcode/:code', constant)
  .get('/foods/popular', constant)
  .listen({ hostname: '127.0.0.1', port: 0 });
console.log(`http://127.0.0.1:${app.server?.port}`);
