import { DocumentError, orUnresolved } from '../document/diagnostics.js';
import { type DocumentNode, own, segmentsOf } from '../document/json-document.js';
import type { OperationModel, PagesModel } from '../model/operations.js';
import { nearest } from '../nearest.js';
import { type PagesConversions, RuleFitter } from './fit-rule.js';
import { type PagesRule, RuleError, ruleMapOf, type RulesByName, rulesOf, shownName } from './page-rule.js';
import { speakeasyRules } from './speakeasy-pages.js';
import { stainlessRules } from './stainless-pages.js';

const OWN = 'x-homing-pages';
const SPEAKEASY = 'x-speakeasy-pagination';

/** The key of the rules for all operations. */
const ALL = '*';

/** The rules, and the names of operations. */
export interface PagesReading {
  /** Rules of the user. */
  readonly given: RulesByName;
  /** `operationId` of each operation of the document, or the name of its endpoint, by its pointer. */
  readonly ids: ReadonlyMap<string, string>;
  readonly conversions: PagesConversions;
}

/** Rules that apply to an operation. */
interface Applied {
  readonly rules: readonly PagesRule[];
  /** Name of the rules for messages; undefined for rules that don't have to fit. */
  readonly named?: string | undefined;
}

/** Converts the error of a rule to the error of a document. */
function inDocument<T>(name: string, pointer: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RuleError ? new DocumentError(`${name} ${error.message}`, { pointer }) : error;
  }
}

/** Reads the pages of operations from the rules of the user and of the document. */
export class PagesReader {
  readonly #document: DocumentNode;
  readonly #reading: PagesReading;
  readonly #inDocument: RulesByName;

  /** Throws a DocumentError for an invalid rule of the document, and for a rule of an unknown operation. */
  constructor(document: DocumentNode, reading: PagesReading) {
    const extension = own(document.value, OWN);
    this.#document = document;
    this.#reading = reading;
    this.#inDocument =
      extension === undefined ? new Map() : inDocument(OWN, `/${OWN}`, () => ruleMapOf(extension));
    this.#checkNames('pages', reading.given, '');
    this.#checkNames(OWN, this.#inDocument, `/${OWN}`);
  }

  #checkNames(option: string, rules: RulesByName, pointer: string): void {
    const ids = new Set(this.#reading.ids.values());
    for (const name of rules.keys()) {
      if (name === ALL || ids.has(name)) continue;
      const near = nearest(name, [...ids].sort());
      const fix = near === undefined ? 'pass an operationId or *' : `try ${shownName(near)}`;
      throw new DocumentError(`${option} of ${shownName(name)}: no such operation: ${fix}`, { pointer });
    }
  }

  /** Returns the pages of an operation; undefined without any. Throws a DocumentError if a named rule doesn't fit. */
  of(operation: OperationModel): PagesModel | undefined {
    const { pointer } = operation;
    let fitter: RuleFitter | undefined;
    for (const { rules, named } of this.#applied(operation)) {
      const problems: RuleError[] = [];
      for (const rule of rules) {
        try {
          fitter ??= new RuleFitter(operation, this.#reading.conversions);
          return fitter.fit(rule);
        } catch (error) {
          if (!(error instanceof RuleError)) throw error;
          problems.push(error);
        }
      }
      if (named === undefined) continue;
      const [first] = problems;
      if (first) throw new DocumentError(`${named}: ${first.message}`, { pointer });
      return undefined;
    }
    return undefined;
  }

  /** Returns the rules for an operation. Earlier ones win. */
  #applied(operation: OperationModel): Applied[] {
    const { given, ids } = this.#reading;
    const id = ids.get(operation.pointer);
    const ofUser = id === undefined ? undefined : given.get(id);
    if (ofUser) return [{ rules: ofUser, named: `pages of ${shownName(id ?? '')}` }];
    const extension = this.#extension(operation, id);
    if (extension) return [extension];
    return [
      { rules: orUnresolved(() => stainlessRules(operation)) ?? [] },
      ...[given, this.#inDocument].map((map) => ({ rules: map.get(ALL) ?? [] })),
    ];
  }

  #extension({ pointer }: OperationModel, id: string | undefined): Applied | undefined {
    let node = this.#document;
    for (const segment of segmentsOf(pointer)) node = node.child(segment);
    const [ours, speakeasy] = [OWN, SPEAKEASY].map((name) => own(node.value, name));
    if (ours !== undefined) return { rules: inDocument(OWN, pointer, () => rulesOf(ours)), named: OWN };
    const named = id === undefined ? undefined : this.#inDocument.get(id);
    if (named) return { rules: named, named: `${OWN} of ${shownName(id ?? '')}` };
    if (speakeasy === undefined) return undefined;
    return { rules: inDocument(SPEAKEASY, pointer, () => speakeasyRules(speakeasy)), named: SPEAKEASY };
  }
}
