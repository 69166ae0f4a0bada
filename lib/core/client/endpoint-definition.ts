import { type Level, readLevel } from '../settings/level.js';
import type { LevelOptions } from '../settings/level-options.js';
import { snapshot } from '../settings/snapshot.js';
import type { ClientCore } from './client-core.js';
import type { Protocol } from './protocol.js';

/** What both kinds of endpoint may be configured with. */
export interface EndpointOptions extends LevelOptions {
  readonly share?: boolean | undefined;
  readonly dedupe?: boolean | undefined;
}

/** One endpoint of a client as it is configured, whichever copy of the client it is called through. */
export class EndpointDefinition {
  /** Its key in `requests`. */
  readonly name: string;
  readonly core: ClientCore;
  readonly protocol: Protocol;
  readonly share: boolean;
  readonly dedupe: boolean;
  /** Its own options; throws what can't be used in them. */
  readonly level: () => Level;

  /** Throws a TypeError for options that exclude each other. */
  constructor(name: string, core: ClientCore, protocol: Protocol, options: EndpointOptions) {
    const { share = false, dedupe = false } = options;
    if (share && dedupe) throw new TypeError(`"${name}" can't both share and dedupe: choose one.`);
    if (share && protocol.reader)
      throw new TypeError(
        `"${name}" can't share what its reader opens: a body can be read only once. Take \`share\` out.`,
      );
    this.name = name;
    this.core = core;
    this.protocol = protocol;
    this.share = share;
    this.dedupe = dedupe;
    this.level = snapshot(() => readLevel(options));
  }
}
