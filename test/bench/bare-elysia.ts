import { Elysia } from 'elysia';

/** The measure: routes of the same shape that return a constant of a given length, and do nothing else. */
const length = Number(process.argv[2]);
const body = JSON.stringify('x'.repeat(length - 2));
const headers = { 'content-type': 'application/json' };
const constant = () => new Response(body, { headers });

const app = new Elysia()
  .get('/food/:food_id', constant)
  .get('/barcode/:code', constant)
  .get('/foods/popular', constant)
  .listen({ hostname: '127.0.0.1', port: 0 });
console.log(`http://127.0.0.1:${app.server?.port}`);
