import ts from 'typescript';
import type { House } from './house.js';
import { parse } from './imports.js';

const MAX_FILE = 500;
const MAX_FUNCTION = 60;
const VAGUE = ['utils', 'helpers', 'common', 'types'];

const isFace = (path: string): boolean => !path.includes('/');

const every = (house: House, check: (path: string, source: string) => string[]): string[] =>
  [...house].flatMap(([path, source]) => check(path, source));

export const vaguelyNamed = (house: House): string[] =>
  every(house, (path) =>
    path
      .replace(/\.ts$/, '')
      .split('/')
      .filter((part) => VAGUE.includes(part))
      .map((part) => `${path}: "${part}" says nothing; name it after what it holds`),
  );

const lineCount = (source: string): number => source.replace(/\n$/, '').split('\n').length;

export const overlongFiles = (house: House): string[] =>
  every(house, (path, source) =>
    lineCount(source) > MAX_FILE ? [`${path} has ${lineCount(source)} lines; at most ${MAX_FILE}`] : [],
  );

const nameOf = (node: ts.Node): string => {
  const { name } = node as { name?: ts.Node };
  const { parent } = node;
  if (name) return name.getText();
  if (ts.isConstructorDeclaration(node)) return 'the constructor';
  return ts.isVariableDeclaration(parent) ? parent.name.getText() : 'a function';
};

export const overlongFunctions = (house: House): string[] =>
  every(house, (path, source) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && lineCount(node.getText()) > MAX_FUNCTION)
        found.push(
          `${path}: ${nameOf(node)} has ${lineCount(node.getText())} lines; at most ${MAX_FUNCTION}`,
        );
      ts.forEachChild(node, visit);
    };
    visit(parse(source));
    return found;
  });

const isPassedOn = (statement: ts.Statement): boolean =>
  ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);

export const barrels = (house: House, door?: string): string[] =>
  every(house, (path, source) => {
    const { statements } = parse(source);
    const barrel = !isFace(path) && path !== door && statements.length > 0 && statements.every(isPassedOn);
    return barrel ? [`${path} only passes names on; import the files that own them`] : [];
  });

const namesEach = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) &&
  statement.moduleSpecifier !== undefined &&
  statement.exportClause !== undefined &&
  ts.isNamedExports(statement.exportClause);

export const facesWithMore = (house: House): string[] =>
  every(house, (path, source) => {
    if (!isFace(path)) return [];
    return parse(source)
      .statements.filter((statement) => !namesEach(statement))
      .map(
        (statement) => `${path} holds more than a list of names: ${statement.getText().split('\n')[0] ?? ''}`,
      );
  });
