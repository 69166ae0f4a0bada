import type { DocumentNode } from '../document/json-document.js';
import type { OperationModel, PagesModel, PagesOption } from '../model/operations.js';
import { OPAQUE } from '../model/request-body.js';
import { nearest } from '../nearest.js';
import { conversionOfFormat, type ConversionOptions } from '../shape/conversions.js';
import { memberName } from '../shape/member-names.js';
import { MEMBERS, type PagesRule, RuleError, shownName } from './page-rule.js';
import { type Candidates, follow, mayBe, memberOf, type Missing, namesOf } from './schema-members.js';

/** How params and members are named and typed in the program. */
export interface PagesConversions extends Pick<
  ConversionOptions,
  'properties' | 'dates' | 'int64' | 'bytes'
> {
  /** The library of the schemas; undefined without schemas. */
  readonly library?: string | undefined;
}

/** Kinds of values that a member or a param can have. */
interface Wanted {
  readonly types: readonly string[];
  readonly what: string;
}

const CURSOR: Wanted = { types: ['string', 'number'], what: 'a string or a number' };
const COUNT: Wanted = { types: ['number', 'string'], what: 'a number' };
const FLAG: Wanted = { types: ['boolean'], what: 'a boolean' };
const LINK: Wanted = { types: ['string'], what: 'a URL' };

/** Types of the members of a rule that are paths in the data must lead to. */
const IN_DATA: Readonly<Record<string, Wanted>> = {
  next: CURSOR,
  total: COUNT,
  last: COUNT,
  totalPages: COUNT,
  more: FLAG,
};

/** Whether the program converts a text to an object, such as a date. */
const isInstance = (node: DocumentNode, conversions: PagesConversions): boolean => {
  const conversion = conversionOfFormat('text', node.resolved().text('format'), conversions);
  return conversion !== undefined && conversion.type !== 'bigint';
};

/** Whether the endpoint rejects a number, which the runtime sets for a page or an offset. */
const rejectsNumber = (node: DocumentNode, { int64, library }: PagesConversions): boolean =>
  (int64 === 'bigint' || (int64 === 'string' && library !== undefined)) &&
  node.resolved().text('format') === 'int64';

const isUri = (node: DocumentNode): boolean => /^(uri|url)$/.test(node.resolved().text('format') ?? '');

const tryName = (name: string, beside: readonly string[], before: readonly string[] = []): string => {
  const near = nearest(name, beside);
  return near === undefined ? 'fix it' : `try ${shownName([...before, near].join('.'))}`;
};

const missingIn = (owner: string, member: string, path: string, { before, beside }: Missing): RuleError => {
  const name = path.split('.')[before.length] ?? path;
  const what = `${owner} has no member ${shownName(path)} (${member})`;
  return new RuleError(`${what}: ${tryName(name, beside, before)}`);
};

/** Returns the path of names in the program. A number is an index. */
const inProgram = (names: readonly string[], conversions: PagesConversions): string =>
  names.map((name) => memberName(name, conversions)).join('.');

/** Checks rules against an operation. */
export class RuleFitter {
  readonly #operation: OperationModel;
  readonly #conversions: PagesConversions;
  readonly #data: Candidates;

  constructor(operation: OperationModel, conversions: PagesConversions) {
    const { reading, schemas, isUnknown } = operation.answer;
    const isJson = (reading === 'json' || reading === 'optionalJson') && !isUnknown;
    this.#operation = operation;
    this.#conversions = conversions;
    this.#data = isJson && schemas.every(({ exists }) => exists) ? schemas : [];
  }

  /** Returns the pages with the names of the program. Throws a RuleError if the rule doesn't fit. */
  fit(rule: PagesRule): PagesModel {
    if (this.#data.length === 0) throw new RuleError('the success has no JSON schema: remove the rule');
    const members = Object.entries(rule).filter(([name]) => name !== 'type' && name !== 'items');
    const order = MEMBERS[rule.type].names;
    const options = members.map(([name, value]): PagesOption => [
      name,
      typeof value === 'string' ? this.#option(rule, name, value) : (value as number),
    ]);
    const items = this.#items(rule.items);
    if (items !== '') options.push(['items', items]);
    options.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
    return { type: rule.type, options, items };
  }

  #option({ type }: PagesRule, name: string, value: string): string {
    if (name === 'param' || name === 'limit')
      return this.#param(name, value, type === 'cursor' ? CURSOR : COUNT);
    const wanted = type === 'link' ? LINK : (IN_DATA[name] ?? CURSOR);
    return this.#member(name, value, wanted, type);
  }

  /** Returns the path of a member of the data. */
  #member(member: string, path: string, { types, what }: Wanted, type: PagesRule['type']): string {
    const found = follow(this.#data, path, 'received');
    if ('before' in found) throw missingIn('the data', member, path, found);
    const isRight = found.choice.some(
      (each) => mayBe(each, ...types) && !isInstance(each, this.#conversions),
    );
    if (!isRight) throw new RuleError(`${member}: ${shownName(path)} isn't ${what}: pass another path`);
    if (type === 'cursor' && member === 'next' && found.choice.every(isUri))
      throw new RuleError(`next: ${shownName(path)} is a URL: set type to link, and remove param`);
    return inProgram(found.names, this.#conversions);
  }

  /** Returns the path of the array of items. */
  #items(path: string | undefined): string {
    if (path === undefined) return this.#guess();
    const found = follow(this.#data, path, 'received');
    if ('before' in found) throw missingIn('the data', 'items', path, found);
    const isIndexed = found.names.some((name) => /^-?\d+$/.test(name));
    if (isIndexed || !found.choice.every((each) => mayBe(each, 'array')))
      throw new RuleError(
        `items: ${path === '' ? 'the data' : shownName(path)} isn't an array: ${this.#otherArray()}`,
      );
    return inProgram(found.names, this.#conversions);
  }

  /** Returns the names of the members of the data that are arrays. */
  #arrays(): string[] {
    return namesOf(this.#data).filter((name) =>
      memberOf(this.#data, name, 'received')?.every((each) => isArray(each)),
    );
  }

  #otherArray(): string {
    const [only, ...others] = this.#arrays();
    return only === undefined || others.length > 0 ? 'pass another path' : `try ${shownName(only)}`;
  }

  #guess(): string {
    if (this.#data.every(isArray)) return '';
    const [only, ...others] = this.#arrays();
    if (only !== undefined && others.length === 0) return inProgram([only], this.#conversions);
    const why = only === undefined ? 'no array' : `the arrays ${[only, ...others].slice(0, 3).join(', ')}`;
    throw new RuleError(`the data has ${why}: set items`);
  }

  /** Returns the path of a param, or of a member of a param or of the body. */
  #param(member: string, path: string, wanted: Wanted): string {
    const { choice, path: inParams } = this.#found(member, path);
    if (choice.length > 0 && !choice.some((each) => mayBe(each, ...wanted.types)))
      throw new RuleError(`${member}: ${shownName(path)} isn't ${wanted.what}: pass another param`);
    if (
      wanted === COUNT &&
      member === 'param' &&
      choice.some((each) => rejectsNumber(each, this.#conversions))
    )
      throw new RuleError(`param: ${shownName(path)} isn't a number with --int64: omit --int64`);
    return inParams;
  }

  #found(member: string, path: string): { readonly choice: Candidates; readonly path: string } {
    const { parameters } = this.#operation;
    const [first = '', ...rest] = path.split('.');
    const named = (name: string) => {
      const all = parameters.filter((each) => each.name === name);
      return all.find(({ place }) => place === 'query') ?? all[0];
    };
    const whole = named(path);
    if (whole) {
      // The runtime reads a dot as a step into a member.
      if (whole.field.includes('.'))
        throw new RuleError(
          `${member}: ${shownName(path)} has a dot: use another param, or --properties camelCase`,
        );
      return { choice: known(whole.schema), path: whole.field };
    }
    const outer = named(first);
    if (outer && rest.length > 0) {
      const found = follow(known(outer.schema), rest.join('.'), 'sent');
      if ('before' in found) throw missingIn(`the param ${shownName(first)}`, member, rest.join('.'), found);
      return { choice: found.choice, path: `${outer.field}.${inProgram(found.names, this.#conversions)}` };
    }
    return this.#inBody(member, path);
  }

  #inBody(member: string, path: string): { readonly choice: Candidates; readonly path: string } {
    const { body, parameters } = this.#operation;
    const isOpen = body && !body.isWhole && !OPAQUE.includes(body.media.kind);
    const choice = isOpen ? known(body.media.node.child('schema')) : [];
    const inside = path.replace(/^body\./, '');
    for (const each of new Set([path, inside])) {
      const found = choice.length > 0 ? follow(choice, each, 'sent') : undefined;
      if (found && !('before' in found))
        return { choice: found.choice, path: `body.${inProgram(found.names, this.#conversions)}` };
    }
    const names = [...parameters.map(({ name }) => name), ...namesOf(choice)];
    throw new RuleError(`no param is ${shownName(path)} (${member}): ${tryName(inside, names)}`);
  }
}

const known = (schema: DocumentNode): Candidates => (schema.exists ? [schema] : []);

/** Whether a value is an array, and nothing else is possible. */
const isArray = (node: DocumentNode): boolean => mayBe(node, 'array') && !mayBe(node, ...NOT_ARRAYS);

const NOT_ARRAYS: readonly string[] = ['object', 'string', 'number', 'boolean'];
