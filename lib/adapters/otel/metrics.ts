import { type Attributes, type Histogram, metrics } from '@opentelemetry/api';
import { ownDefined } from '../../core/internal.js';

/** Bucket boundaries in seconds, from the semantic conventions for the duration of HTTP requests. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Records durations in a histogram. */
export class Durations {
  readonly #name: string;
  readonly #description: string;
  #histogram: Histogram | undefined = undefined;
  #provider: unknown = undefined;

  constructor(name: string, description: string) {
    this.#name = name;
    this.#description = description;
  }

  /** Records a duration in milliseconds. Skips attributes that are undefined. */
  record(ms: number, attributes: Attributes): void {
    const provider = metrics.getMeterProvider();
    // Unlike a tracer, a meter doesn't switch to a provider that is registered later. Create the histogram
    // again.
    if (this.#provider !== provider) {
      this.#provider = provider;
      this.#histogram = provider.getMeter('homing').createHistogram(this.#name, {
        unit: 's',
        description: this.#description,
        advice: { explicitBucketBoundaries: BOUNDARIES },
      });
    }
    this.#histogram?.record(ms / 1000, ownDefined(attributes));
  }
}
