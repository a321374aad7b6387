import type { Database } from '../../sqlite/driver.ts';
import { namingFailures } from '../accounts-error.ts';

/** A part of the accounts file. What it changes is on the disk when a method returns; what fails names the file. */
export abstract class Store {
  constructor(
    protected readonly db: Database,
    readonly file: string,
    protected readonly nowMs: () => number,
  ) {}

  protected naming<Result>(act: () => Result): Result {
    return namingFailures(this.file, act);
  }
}
