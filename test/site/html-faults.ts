import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** Accessibility is left to axe, in the browser tests. */
const validator = new HtmlValidate(
  new StaticConfigLoader({ root: true, extends: ['html-validate:standard'] }),
);

/** What is wrong with a page: the rules of HTML, and addresses with characters that no address may have. */
export async function findFaults(text: string): Promise<string[]> {
  const { results } = await validator.validateString(text);
  const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address!);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ...addresses.filter((address) => /[\s{}<>^|\\`]/.test(address)).map((address) => `address: ${address}`),
  ];
}
