import { version } from '../package.json';

/** The version of the program; the interface has its own (Part 9). */
export const VERSION: string = version;
