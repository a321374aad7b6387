import type { Area } from '../admission/admission.ts';
import type { Call } from './call.ts';

/** A route that is handed to the app from outside of the interface, such as a page for people. */
export interface PageRoute {
  /** GET unless it says otherwise. */
  method?: 'GET' | 'POST';
  /** As routes are declared; a segment `:slug.html` takes what ends in `.html` alone. */
  path: string;
  area: Area;
  answer: (call: Call) => Response | Promise<Response>;
}
