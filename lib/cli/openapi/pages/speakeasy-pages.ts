import { typeName } from '../document/hooks.js';
import { own, ownList } from '../document/json-document.js';
import { type PagesRule, RuleError, rulesOf, shownName } from './page-rule.js';

/** A step of a JSONPath: `.name`, `['name']` or `[-1]`. */
const STEP = /\.([^.[\]*]+)|\[\s*(?:'([^']*)'|"([^"]*)"|(-?\d+))\s*\]/gy;

/** Returns a dotted path for a JSONPath that leads to one value, such as `$.data[-1].id`. */
function pathOf(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new RuleError(`${name} is ${typeName(value)}: pass a JSONPath`);
  const steps: string[] = [];
  const text = value.replace(/^\$/, '');
  let end = 0;
  for (const [whole, dotted, single, double, index] of text.matchAll(STEP)) {
    steps.push(dotted ?? single ?? double ?? index ?? '');
    end += whole.length;
  }
  if (!value.startsWith('$') || end < text.length)
    throw new RuleError(`${name} ${shownName(value)} can't be read: use a JSONPath such as $.data.items`);
  return steps.join('.');
}

/** Returns the param of an input, such as `body.page`. */
function inputOf(extension: unknown, type: string): string | undefined {
  const input = ownList(extension, 'inputs').find((each) => own(each, 'type') === type);
  const name = own(input, 'name');
  if (input === undefined) return undefined;
  if (typeof name !== 'string')
    throw new RuleError(`the name of the input ${type} is ${typeName(name)}: pass a string`);
  return own(input, 'in') === 'requestBody' ? `body.${name}` : name;
}

/** Returns a rule without its undefined members, checked as a rule of the user. */
const checked = (rule: object): readonly PagesRule[] => rulesOf(rule);

/** Reads `x-speakeasy-pagination` as a rule. Throws a RuleError if it can't become one. */
export function speakeasyRules(extension: unknown): readonly PagesRule[] {
  const outputs = own(extension, 'outputs');
  const output = (name: string): string | undefined => pathOf(name, own(outputs, name));
  const input = (type: string): string | undefined => inputOf(extension, type);
  const items = output('results');
  const type = own(extension, 'type');
  switch (type) {
    case 'cursor':
      return checked({ type: 'cursor', param: input('cursor'), next: output('nextCursor'), items });
    case 'url':
      return checked({ type: 'link', next: output('nextUrl'), items });
    case 'offsetLimit': {
      const [page, offset, limit] = ['page', 'offset', 'limit'].map(input);
      const totalPages = output('numPages');
      if (page !== undefined) return checked({ type: 'number', param: page, totalPages, limit, items });
      if (offset === undefined) throw new RuleError('has no input of type page or offset: add one');
      return checked({ type: 'offset', param: offset, limit, items });
    }
    default:
      throw new RuleError(
        `type is ${typeof type === 'string' ? shownName(type) : typeName(type)}: pass cursor, offsetLimit or url`,
      );
  }
}
