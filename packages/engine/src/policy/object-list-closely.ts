import type { Report } from '../text/index.ts'
import { excerpt } from '../text/index.ts'
import type { TreeNode } from '../yaml/index.ts'
import type { HeaderField } from './header.ts'
import type { Entry } from './mapping-entries.ts'

// What is said where a document holds no object, or a list none.

/** `object` is what stands there, `node` the place: an alias may stand for it. */
export function reportNoObject(node: TreeNode, object: TreeNode, report: Report): void {
  const list = object.kind === 'sequence'
  report({
    severity: 'error',
    code: 'not-an-object',
    message: list
      ? 'This is a list, and an object is expected: a mapping with apiVersion and kind.'
      : `“${excerpt(object.kind === 'scalar' ? object.value : '')}” is no object: a mapping with apiVersion and kind is expected.`,
    fix: list
      ? 'Remove the “- ”, and put a line with --- between objects, or begin with kind: List and items:.'
      : 'Begin with apiVersion: and kind:.',
    detail: 'invalid object to validate',
    span: list ? { start: node.start, end: Math.min(node.end, node.start + 1) } : node,
  })
}

export function reportNoVersion(kind: HeaderField, report: Report): void {
  report({
    severity: 'error',
    code: 'missing-api-version',
    message: `This ${kind.value} has no “apiVersion”.`,
    fix: 'Write apiVersion: v1.',
    detail: 'apiVersion not set',
    span: kind.node,
    path: 'apiVersion',
  })
}

export function reportNoItems(kind: HeaderField, items: Entry | undefined, report: Report): void {
  report({
    severity: 'error',
    code: 'list-without-items',
    message: items === undefined ? `This ${kind.value} has no “items”.` : '“items” takes a list of objects.',
    fix: 'Put the objects under “items”, each behind a “- ”; an empty list is items: [].',
    detail: 'invalid object to validate',
    span: items?.key ?? kind.node,
    path: 'items',
  })
}
