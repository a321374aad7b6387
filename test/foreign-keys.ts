import { join, relative } from 'node:path';
import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isAsExpression, isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Type, TypeFlags, type UnionType } from 'typescript/unstable/async';

const ROOT = join(import.meta.dir, '..');

/** A place where an object is asked for a member whose name may be any text. */
export interface LookUp {
  file: string;
  /** Its source, in one line. */
  text: string;
}

interface Access {
  node: Node;
  key: Expression;
}

/**
 * The look-ups in objects by any text, or by one that is only said to be the name of a member, as far as the types of the
 * compiler tell. Every object has members that nobody put there, such as `constructor`, so that a foreign text finds
 * something; `memberOf` of src/member-of.ts and a Map do not.
 */
export async function findForeignKeys(folders: readonly string[]): Promise<LookUp[]> {
  const api = new API({ cwd: ROOT });
  try {
    const config = join(ROOT, 'tsconfig.json');
    const snapshot = await api.updateSnapshot({ openProjects: [config] });
    const { program, checker } = snapshot.getProject(config)!;
    const isOurs = (name: string) => folders.some((folder) => name.startsWith(join(ROOT, folder, '/')));
    const found: LookUp[] = [];
    for (const name of (await program.getSourceFileNames()).filter(isOurs)) {
      const source = (await program.getSourceFile(name))!;
      const accesses = accessesIn(source);
      const types = await checker.getTypeAtLocation(accesses.map(({ key }) => key));
      for (const [at, { node, key }] of accesses.entries()) {
        if (isAsExpression(key) || (await mayBeAnyText(types[at])))
          found.push({ file: relative(ROOT, name), text: node.getText(source).replace(/\s+/g, ' ') });
      }
    }
    return found;
  } finally {
    await api.close();
  }
}

function accessesIn(file: SourceFile): Access[] {
  const found: Access[] = [];
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node) && !isAssigned(node))
      found.push({ node, key: node.argumentExpression });
    else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
      found.push({ node, key: node.left });
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** A member that is written is only added. */
function isAssigned(node: Node): boolean {
  const { parent } = node;
  return (
    isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === SyntaxKind.EqualsToken
  );
}

async function mayBeAnyText(type: Type | undefined): Promise<boolean> {
  if (type === undefined) return false;
  if ((type.flags & TypeFlags.Union) !== 0) {
    const parts = await (type as UnionType).getTypes();
    return (await Promise.all(parts.map(mayBeAnyText))).includes(true);
  }
  return (type.flags & (TypeFlags.String | TypeFlags.Any)) !== 0;
}
