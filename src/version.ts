import { version } from '../package.json';

/** Of the program; the interface has a version of its own (Part 9). */
export const VERSION: string = version;
