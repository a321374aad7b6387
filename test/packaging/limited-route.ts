import { Elysia, t } from 'elysia';

/** A route that Elysia itself validates, to be bundled as the executable is. */
const app = new Elysia().get('/', ({ query }) => query, {
  query: t.Object({ limit: t.Integer({ maximum: 50 }) }),
});

const outcomes: string[] = [];
for (const query of ['limit=50', 'limit=99']) {
  const { status } = await app.handle(new Request(`http://localhost/?${query}`));
  outcomes.push(`${query}: ${status}`);
}
console.log(outcomes.join(', '));
