/**
 * Words that join others and name no food. They help to order the answers, but no food is excluded for lacking one:
 * "mac and cheese" finds "Mac & Cheese", "jus d'orange" finds "Jus orange".
 */
const STOP_WORDS = new Set(
  [
    'a an and at by for from in of on or the to with',
    'au aux avec d de des du en et l la le les ou par pour qu sans sur un une',
    'am an auf aus das dem den der die ein eine fur im in mit oder ohne und vom von zu zum zur',
    'al con del e el en la las los o para por sin un una y',
    'ai al alla alle allo con da dei del della delle di e gli i il in la le lo nel per senza un una',
    'com da das de do dos e em na no o os sem um uma',
    'de een en het met of op van voor zonder',
    'av i med och og på pa til u z ze s na do w bez',
    'в во и с со из на для по без к от',
    'και με σε το του της η ο',
  ]
    .join(' ')
    .split(' '),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
