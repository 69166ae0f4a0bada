import type { DocumentNode } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import type { Parameter } from '../model/parameters.js';
import { PassedSchema } from '../model/passed-schema.js';
import { OPAQUE, type RequestBodyModel, WHOLE } from '../model/request-body.js';
import type { ErrorModel } from '../model/response.js';
import { exactItemEntries, exactJsonEntries } from '../codecs/exact-json.js';
import type { CodecFile } from '../codecs/codec-file.js';
import { type PrintedEntry, printObject, PURE } from '../print/endpoint-config.js';
import type { Contents, FailureType } from '../print/endpoint.js';
import type { Imports } from '../print/imports.js';
import {
  bodyTexts,
  failuresType,
  headersType,
  NO_PARAMS,
  parameterTexts,
  PLAIN_DATA,
  statusKey,
} from '../print/type-contents.js';
import { union } from '../print/typescript.js';
import type { Side } from '../schema/keywords.js';
import type { ConversionOptions } from '../shape/conversions.js';
import { unionOf } from '../shape/shape-builders.js';
import { ANY, type FieldShape, type Shape } from '../shape/shape.js';
import type { ShapeReader } from '../shape/shape-reader.js';
import type { SchemaFile } from './schema-file.js';

interface SchemaPrinting {
  readonly shapes: ShapeReader;
  readonly file: SchemaFile;
  readonly imports: Imports;
  readonly options: ConversionOptions;
  /** Schemas whose values are files. */
  readonly files: ReadonlySet<unknown>;
  /** Renames the members that have another name in the program; undefined if none has. */
  readonly renames: CodecFile | undefined;
  /** Returns a free name for a declaration. */
  readonly reserve: (name: string) => string;
}

/** A declared schema: its name, and the types of its values. `schema` is undefined if everything is accepted. */
interface DeclaredSchema {
  readonly schema: string | undefined;
  readonly type: string;
  readonly wire: string;
}

const UNKNOWN: DeclaredSchema = { schema: undefined, type: 'unknown', wire: 'unknown' };

/** Prints params, data and errors of an endpoint as schemas, and their types from the schemas. */
export class SchemaContents {
  readonly #printing: SchemaPrinting;

  constructor(printing: SchemaPrinting) {
    this.#printing = printing;
  }

  of(operation: OperationModel, name: string): Contents {
    const params = this.#params(operation, name);
    const data = this.#data(operation, name);
    const errors = this.#errors(operation, name);
    const entries: PrintedEntry[] = [
      ...(params ? [['params', params.schema] as const] : []),
      ...data.entries,
      ...errors.entries,
      ...exactJsonEntries(operation, 'parseBigInts', this.#printing),
    ];
    return {
      types: {
        params: params?.type ?? NO_PARAMS,
        data: data.type,
        errors: errors.type,
        wire: data.wire,
        successes: this.#successes(operation, data, errors),
      },
      failures: errors.failures,
      members: new Map(),
      item: undefined,
      entries,
      declarations: [],
    };
  }

  /** Declares the params; undefined without any. */
  #params(
    { parameters, body }: OperationModel,
    name: string,
  ): { readonly schema: string; readonly type: string } | undefined {
    if (parameters.length === 0 && !body) return undefined;
    const { shapes } = this.#printing;
    const kept = parameters.filter(({ field, schema }) => shapes.isField(field, schema.pointer));
    const fields = [...kept.map((each) => this.#parameter(each)), ...(body ? [this.#body(body)] : [])];
    const shape: Shape = { kind: 'object', fields, others: undefined, patterns: [] };
    const params = this.#printing.reserve(`${name}Params`);
    this.#printing.file.declare(params, shape, 'sent');
    return { schema: this.#renaming(shape, params, 'sent'), type: params };
  }

  /** Returns the schema, with a codec if members have other names in the program: names are the document's on the wire. */
  #renaming(shape: Shape, schema: string, side: Side): string {
    const { renames, imports } = this.#printing;
    const codec = renames?.codec(shape);
    if (codec === undefined) return schema;
    const name = side === 'sent' ? 'encodes' : 'decodes';
    for (const each of ['chain', name]) imports.add('homing/codec', each);
    const renaming = `${name}(${codec})`;
    const steps = side === 'sent' ? [schema, renaming] : [renaming, schema];
    return `${PURE} (() => chain(${steps.join(', ')}))()`;
  }

  #parameter(parameter: Parameter): FieldShape {
    const { field, isRequired, isDeprecated, isText } = parameter;
    return {
      name: field,
      shape: isText ? { kind: 'text' } : this.#ofParameter(parameter),
      isRequired,
      isDeprecated,
      description: parameterTexts(parameter).filter(Boolean).join('\n\n') || undefined,
    };
  }

  #ofParameter({ schema, place }: Parameter): Shape {
    if (schema.exists) return this.#printing.shapes.read(schema, 'sent');
    if (place !== 'path') return ANY;
    return unionOf([{ kind: 'text' }, { kind: 'number', isInteger: false }]);
  }

  #body(body: RequestBodyModel): FieldShape {
    const { media, members, isWhole, isRequired } = body;
    const { kind, node } = media;
    const schema = node.child('schema');
    const types = WHOLE[kind];
    const whole: Shape[] =
      types.length > 0 ? [{ kind: 'instances', types, isChecked: !OPAQUE.includes(kind) }] : [];
    const isOpaque = OPAQUE.includes(kind) || isWhole || !schema.exists;
    const passed = isOpaque
      ? []
      : [
          this.#printing.shapes.read(
            { value: new PassedSchema(members, this.#printing.files).form(schema), pointer: schema.pointer },
            'sent',
          ),
        ];
    const choice = [...passed, ...whole];
    const shape = choice.length > 0 ? unionOf(choice) : ANY;
    const description = bodyTexts(body).filter(Boolean).join('\n\n') || undefined;
    return { name: 'body', shape, isRequired, description, isDeprecated: false };
  }

  /** Declares the schema of a received value, unless it is a schema of the document. */
  #declared(nodes: readonly DocumentNode[], name: string): DeclaredSchema {
    const { shapes, file, reserve } = this.#printing;
    const unique = [...new Map(nodes.map((node) => [JSON.stringify(node.value), node])).values()];
    const all = unique.map((node) => (node.exists ? shapes.read(node, 'received') : ANY));
    if (all.length === 0 || all.some(({ kind }) => kind === 'any')) return UNKNOWN;
    const shape = unionOf(all);
    let schema: string;
    if (shape.kind === 'named') schema = file.use(shape);
    else file.declare((schema = reserve(name)), shape, 'received');
    const whole = this.#renaming(shape, schema, 'received');
    return { schema: whole, type: schema, wire: whole === schema ? file.wireTypeOf(schema) : 'unknown' };
  }

  /**
   * Returns the options of a stream's reader.
   *
   * @param schema The declared schema of the items.
   */
  itemOptions(item: DocumentNode, schema: string): PrintedEntry[] {
    const shape = this.#printing.shapes.read(item, 'received');
    return [
      ...exactItemEntries(item, 'parseBigInts', this.#printing),
      ['schema', this.#renaming(shape, schema, 'received')],
    ];
  }

  #data({ answer }: OperationModel, name: string): Data {
    const { reading, schemas, byStatus, isUnknown, stream } = answer;
    if (isUnknown) return { type: stream?.type ?? 'unknown', wire: 'unknown', entries: [], statuses: [] };
    if (reading !== 'json' && reading !== 'optionalJson')
      return { type: PLAIN_DATA[reading], wire: 'unknown', entries: [], statuses: [] };
    const kinds = new Set(byStatus.map(({ schema }) => schema && JSON.stringify(schema.value)));
    if (kinds.size > 1) return this.#dataByStatus(answer.byStatus, name);
    const { schema, type, wire } = this.#declared(schemas, `${name}Data`);
    const isEmpty = reading === 'optionalJson';
    return {
      type: isEmpty ? union([type, 'undefined']) : type,
      wire: isEmpty ? union([wire, 'undefined']) : wire,
      entries: schema === undefined ? [] : [['schema', schema]],
      statuses: [],
    };
  }

  #dataByStatus(byStatus: OperationModel['answer']['byStatus'], name: string): Data {
    const all = byStatus.map(({ status, schema }) => {
      const declared = schema ? this.#declared([schema], `${name}Data${status}`) : undefined;
      return { status, declared };
    });
    const { file, reserve } = this.#printing;
    const schemaFor = (declared: DeclaredSchema | undefined): string => {
      if (declared?.schema !== undefined) return declared.schema;
      const other = reserve(`${name}${declared ? 'Anything' : 'Nothing'}`);
      file.declare(other, declared ? ANY : { kind: 'absent' }, 'received');
      return other;
    };
    const entries = all.map(({ status, declared }): PrintedEntry => [status, schemaFor(declared)]);
    return {
      type: union(all.map(({ declared }) => declared?.type ?? 'undefined')),
      wire: union(all.map(({ declared }) => declared?.wire ?? 'undefined')),
      entries: [['responses', printObject(entries)]],
      statuses: all.map(({ status, declared }) => `${statusKey(status)}: ${declared?.type ?? 'undefined'}`),
    };
  }

  #errors({ failures, method }: OperationModel, name: string): Errors {
    const declared = failures.list.map((failure) => ({
      status: failure.status,
      ...(method === 'HEAD' ? NOTHING : this.#failure(failure, name)),
    }));
    const schemas = declared.flatMap(({ status, schema }): PrintedEntry[] =>
      schema === undefined ? [] : [[status, schema]],
    );
    // A body that the schema rejects is null.
    const all = declared.map(({ status, schema, type }) => ({
      status,
      type: schema === undefined ? type : union([type, 'null']),
    }));
    return {
      type: failuresType(all),
      failures: declared.map(({ status, type }) => ({ status, type })),
      entries: schemas.length > 0 ? [['errors', printObject(schemas)]] : [],
    };
  }

  #failure({ body, schemas, status }: ErrorModel, name: string): Pick<DeclaredSchema, 'schema' | 'type'> {
    if (body !== 'json') return { schema: undefined, type: body === 'text' ? 'string' : 'unknown' };
    return this.#declared(schemas, `${name}Error${status}`);
  }

  #successes({ answer }: OperationModel, { type, statuses }: Data, errors: Errors): string[] {
    if (statuses.length === 0 && answer.headers.length === 0) return [];
    const { imports } = this.#printing;
    const byStatus = statuses.length > 0 ? statuses.join('; ') : `${statusKey(answer.status)}: ${type}`;
    const response = headersType(answer);
    imports.add('homing', 'type ResultsByStatus');
    if (response) imports.add('homing', 'type TypedResponse');
    return [
      `ResultsByStatus<${[`{ ${byStatus} }`, errors.type, ...(response ? [response] : [])].join(', ')}>`,
    ];
  }
}

const NOTHING = { schema: undefined, type: 'null' };

/** The data of a success. */
interface Data {
  readonly type: string;
  readonly wire: string;
  readonly entries: readonly PrintedEntry[];
  /** Members of its type by status; none if the status doesn't matter. */
  readonly statuses: readonly string[];
}

/** The bodies of errors. */
interface Errors {
  readonly type: string;
  readonly failures: readonly FailureType[];
  readonly entries: readonly PrintedEntry[];
}
