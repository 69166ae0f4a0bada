// Compares two types field by field with the compiler, because mutual assignability ignores an optional field that
// only one of them has.
import ts from 'typescript';

const { SymbolFlags, TypeFlags } = ts;

/** The maximum number of differences, high enough to match the members of two unions. */
const ENOUGH = 40;

const OBJECT = TypeFlags.Object | TypeFlags.Intersection;

const shown = (checker, type) => checker.typeToString(type).slice(0, 80);

const isOptional = (field) => (field.flags & SymbolFlags.Optional) !== 0;

const under = (step, differences) => differences.map(({ path, what }) => ({ path: step + path, what }));

export class Differences {
  #program;
  #checker;
  /** The differences of two objects. During recursion, two objects are assumed to be the same. */
  #known = new Map();

  constructor(program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  /** `[{ path, what }]`; empty for types that are the same. */
  between(ours, theirs, mayBeMissing = false) {
    if (ours === theirs) return [];
    const [one, other] = [ours, theirs].map((type) => this.#members(type, mayBeMissing));
    const onlyOurs = [...one.named].filter((name) => !other.named.has(name));
    const onlyTheirs = [...other.named].filter((name) => !one.named.has(name));
    return [
      ...onlyOurs.map((name) => ({ path: '', what: `only ours: ${name}` })),
      ...onlyTheirs.map((name) => ({ path: '', what: `only theirs: ${name}` })),
      ...this.#betweenAll(one.objects, other.objects),
    ].slice(0, ENOUGH);
  }

  /** The members of a union, split into members that differ by name and members to compare by structure. */
  #members(type, mayBeMissing) {
    const named = new Set();
    const objects = [];
    for (const member of type.isUnion() ? type.types : [type]) {
      if (member.flags & TypeFlags.Never || (mayBeMissing && this.#isMissing(member))) continue;
      const name = this.#nameOf(member);
      if (name === undefined) objects.push(member);
      else named.add(name);
    }
    return { named, objects };
  }

  /** A missing field. With exactOptionalPropertyTypes, this differs from undefined. */
  #isMissing(type) {
    return (type.flags & TypeFlags.Undefined) !== 0 && type !== this.#checker.getUndefinedType();
  }

  /** Compares types that aren't objects, and classes of the platform. */
  #nameOf(type) {
    if (!(type.flags & OBJECT)) return this.#checker.typeToString(type);
    const file = type.symbol?.declarations?.[0]?.getSourceFile();
    const isOfPlatform = file && this.#program.isSourceFileDefaultLibrary(file) && type.isClassOrInterface();
    return isOfPlatform ? type.symbol.name : undefined;
  }

  /** The members that only one side has, each with the most similar member of the other side. */
  #betweenAll(ours, theirs) {
    const isAmong = (list, isSame) => list.some((each) => isSame(each).length === 0);
    const unlike = ours.filter((type) => !isAmong(theirs, (each) => this.#betweenTwo(type, each)));
    const left = theirs.filter((type) => !isAmong(ours, (each) => this.#betweenTwo(each, type)));
    const found = unlike.flatMap((type) => {
      const counts = left.map((each) => this.#betweenTwo(type, each).length);
      const [nearest] = left.splice(counts.indexOf(Math.min(...counts)), 1);
      if (nearest) return this.#betweenTwo(type, nearest);
      return [{ path: '', what: `only ours: ${shown(this.#checker, type)}` }];
    });
    for (const type of left) found.push({ path: '', what: `only theirs: ${shown(this.#checker, type)}` });
    return found;
  }

  #betweenTwo(ours, theirs) {
    const key = `${ours.id} ${theirs.id}`;
    const known = this.#known.get(key);
    if (known) return known;
    const earlier = this.#known.size;
    this.#known.set(key, []);
    const found = this.#betweenObjects(ours, theirs).slice(0, ENOUGH);
    // Results that depend on this assumption might be wrong.
    if (found.length > 0)
      for (const [each, differences] of [...this.#known].slice(earlier))
        if (differences.length === 0) this.#known.delete(each);
    this.#known.set(key, found);
    return found;
  }

  #betweenObjects(ours, theirs) {
    const [items, others] = [ours, theirs].map((type) => this.#itemsOf(type));
    if (items && others && items.length === others.length)
      return items.flatMap((item, index) =>
        under(items.length > 1 ? `[${index}]` : '[]', this.between(item, others[index])),
      );
    if (items || others) return [{ path: '', what: `${items ? 'a list' : 'no list'} in ours` }];
    const names = new Set([ours, theirs].flatMap((type) => type.getProperties().map(({ name }) => name)));
    return [
      ...[...names].flatMap((name) =>
        under(`.${name}`, this.#betweenFields(ours.getProperty(name), theirs.getProperty(name))),
      ),
      ...under('[key]', this.#betweenOthers(ours.getStringIndexType(), theirs.getStringIndexType())),
    ];
  }

  /** The item types of an array or a tuple. An intersection of arrays has one item type. */
  #itemsOf(type) {
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type))
      return this.#checker.getTypeArguments(type);
    const areLists = type.isIntersection() && type.types.every((each) => this.#itemsOf(each));
    return areLists ? [type.getNumberIndexType()] : undefined;
  }

  #betweenFields(ours, theirs) {
    if (!ours || !theirs) return [{ path: '', what: `only ${ours ? 'ours' : 'theirs'}` }];
    const [one, other] = [ours, theirs].map((field) => this.#checker.getTypeOfSymbol(field));
    const found = this.between(one, other, isOptional(ours) || isOptional(theirs));
    if (isOptional(ours) === isOptional(theirs)) return found;
    return [{ path: '', what: `optional in ${isOptional(ours) ? 'ours' : 'theirs'}` }, ...found];
  }

  /** Compares index signatures. */
  #betweenOthers(ours, theirs) {
    if (ours && theirs) return this.between(ours, theirs);
    if (!ours && !theirs) return [];
    const type = shown(this.#checker, ours ?? theirs);
    return [{ path: '', what: `only ${ours ? 'ours' : 'theirs'}: ${type}` }];
  }
}
