import { orUnresolved } from '../document/diagnostics.js';
import { type DocumentNode, own } from '../document/json-document.js';
import { COMPOSED } from '../model/parameters.js';
import type { OperationModel } from '../model/operations.js';
import type { PagesRule } from './page-rule.js';

const MARK = 'x-stainless-pagination-property';

/** Paths of the marked params and members, by their purpose. */
type Marks = Map<string, string>;

/** Maximum number of schemas in a search, and of names in a path: above any real page. */
const MOST = 500;
const DEEPEST = 5;

/** Adds the mark of a schema, unless a header has the value. The first mark of a purpose counts. */
const addMark = (marks: Marks, value: unknown, names: readonly string[]): void => {
  const mark = own(value, MARK);
  const purpose = own(mark, 'is_top_level_array') === true ? 'items' : own(mark, 'purpose');
  if (typeof purpose !== 'string' || own(mark, 'from_header') !== undefined || marks.has(purpose)) return;
  marks.set(purpose, names.join('.'));
};

/** Finds the marks in a schema, nearest first. A member of an item has the last item's path. */
function addMarks(marks: Marks, start: DocumentNode, before: readonly string[]): void {
  const seen = new Set<unknown>();
  const waiting: (readonly [node: DocumentNode, names: readonly string[]])[] = [[start, before]];
  for (const [node, names] of waiting) {
    addMark(marks, node.value, names);
    const schema = orUnresolved(() => node.resolved());
    if (!schema || seen.has(schema.value) || seen.size > MOST || names.length > DEEPEST) continue;
    seen.add(schema.value);
    addMark(marks, schema.value, names);
    for (const word of COMPOSED)
      for (const part of schema.child(word).elements()) waiting.push([part, names]);
    const properties = schema.child('properties');
    for (const name of properties.keys()) waiting.push([properties.child(name), [...names, name]]);
    if (schema.child('items').exists) waiting.push([schema.child('items'), [...names, '-1']]);
  }
}

const marksOfParams = ({ parameters, body }: OperationModel): Marks => {
  const marks: Marks = new Map();
  for (const { name, schema } of parameters) {
    addMark(marks, schema.value, [name]);
    addMark(marks, orUnresolved(() => schema.resolved())?.value, [name]);
  }
  if (body) addMarks(marks, body.media.node.child('schema'), ['body']);
  return marks;
};

const marksOfData = ({ answer }: OperationModel): Marks => {
  const marks: Marks = new Map();
  for (const schema of answer.schemas) addMarks(marks, schema, []);
  return marks;
};

/** Returns a rule without its undefined members. */
const ruleOf = (rule: object): PagesRule =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as unknown as PagesRule;

/**
 * Returns the rules that the marks of params and members make: none if a mark is missing. The marks are part of
 * schemas that several operations share, so that a rule doesn't have to fit.
 */
export function stainlessRules(operation: OperationModel): readonly PagesRule[] {
  const params = marksOfParams(operation);
  if (params.size === 0) return linkRules(marksOfData(operation));
  const data = marksOfData(operation);
  const items = data.get('items');
  const more = data.get('has_next_page');
  const rules: PagesRule[] = [];
  const add = (purpose: string, rule: (param: string) => object | undefined): void => {
    const param = params.get(purpose);
    const found = param === undefined ? undefined : rule(param);
    if (found) rules.push(ruleOf({ ...found, items, more }));
  };
  const cursor = (field: string) => (param: string) => {
    const next = data.get(field);
    return next === undefined ? undefined : { type: 'cursor', param, next };
  };
  add('next_cursor_param', cursor('next_cursor_field'));
  add('next_cursor_id_param', cursor('cursor_item_id'));
  add('page_number_param', (param) => ({
    type: 'number',
    param,
    totalPages: data.get('total_page_count_field'),
  }));
  add('offset_count_param', (param) => ({
    type: 'offset',
    param,
    total: data.get('offset_total_count_field'),
  }));
  return [...rules, ...linkRules(data)];
}

const linkRules = (data: Marks): readonly PagesRule[] => {
  const next = data.get('cursor_url_field');
  return next === undefined ? [] : [ruleOf({ type: 'link', next, items: data.get('items') })];
};
