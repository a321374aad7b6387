import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The metrics of one server. Tests open several, so none may be in the registry that a process shares. */
export class MetricRegistry {
  readonly #registry = new Registry();

  readonly counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    /** Given for what the system counts: it is read at each scrape, and starts from zero there. */
    read?: () => number,
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      ...(read && {
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    });

  readonly histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });

  /** A gauge that is read at each scrape. */
  readonly gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (gauge: Gauge<Label>) => void,
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        read(this);
      },
    });

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
