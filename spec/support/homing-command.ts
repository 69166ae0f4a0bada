import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../lib/cli/openapi/command/run.js';
import { answers, openApi } from './open-api.js';

const listUsers = { operationId: 'listUsers', responses: { 200: answers({ type: 'string' }) } };

/** A document with one endpoint, `listUsers`, and one type. */
export const small = openApi({ '/users': { get: listUsers } });

/** The exit code and the output of a command. The folder is shown as a dot. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until it is ended. */
export interface Running {
  /** The next matching line on stderr. */
  readonly line: (pattern: RegExp) => Promise<string>;
  /** All lines so far that no `line()` returned. */
  readonly lines: readonly string[];
  readonly interrupt: (signal?: string) => Promise<number>;
  /** The signal listeners. */
  readonly listeners: () => number;
}

/** Runs commands in their own folder. */
export class HomingCommand {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'homing-openapi-')));
  /** Features of the runtime. */
  features: { readonly typescript?: unknown } = {};
  readonly #running = new Set<Running>();

  async close(): Promise<void> {
    for (const running of this.#running) await running.interrupt();
    rmSync(this.folder, { recursive: true });
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** Writes a document, or a string without changes. */
  save(document: unknown = small, name = 'api.json'): string {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), typeof document === 'string' ? document : JSON.stringify(document));
    return this.at(name);
  }

  /** Runs a command. If its first argument is 'on a terminal', it runs on a terminal. */
  async run(...args: string[]): Promise<Ended> {
    const written = { stdout: '', stderr: '' };
    const isTTY = args[0] === 'on a terminal';
    const output = (name: keyof typeof written, isTTY = false) => ({
      isTTY,
      write: (text: string, done?: () => void) => {
        written[name] += text.replaceAll(this.folder, '.');
        done?.();
      },
    });
    const process = Object.assign(new EventEmitter(), {
      pid: 7,
      cwd: () => this.folder,
      features: this.features,
      stdout: output('stdout'),
      stderr: output('stderr', isTTY),
    });
    const code = await run(isTTY ? args.slice(1) : args, process);
    return { code, ...written };
  }

  /** Starts a command with --watch. If its first argument is 'on a terminal', it runs on a terminal. */
  start(...words: string[]): Running {
    const isTTY = words[0] === 'on a terminal';
    const args = isTTY ? words.slice(1) : words;
    const lines: string[] = [];
    const news = new EventEmitter();
    const write = (text: string): void => {
      lines.push(...text.replaceAll(this.folder, '.').trimEnd().split('\n'));
      news.emit('line');
    };
    const process = Object.assign(new EventEmitter(), {
      pid: 7,
      cwd: () => this.folder,
      stdout: { write },
      stderr: { write, isTTY },
    });
    const ended = run(args, process);
    const line = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const at = lines.findIndex((each) => pattern.test(each));
        if (at >= 0) return lines.splice(at, 1)[0] ?? '';
        await new Promise((resolve) => news.once('line', resolve));
      }
    };
    const running: Running = {
      line,
      lines,
      listeners: () => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM'),
      interrupt: (signal = 'SIGINT') => {
        this.#running.delete(running);
        process.emit(signal);
        return ended;
      },
    };
    this.#running.add(running);
    return running;
  }
}
