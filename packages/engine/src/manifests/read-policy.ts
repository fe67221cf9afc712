import { type AccessRule, type Binding, LineIndex, type Role } from '../kube/index.ts'
import { readAccessRule, withoutReplacedRules } from './access-rules/read-access-rule.ts'
import { decodeObject } from './decode.ts'
import { documentTrees } from './document-trees.ts'
import { excerpt } from './go-text.ts'
import { lintObject } from './lint.ts'
import { lintReferences } from './lint-references.ts'
import { type ManifestObject, manifestObjects } from './manifest-objects.ts'
import type { ReadingContext } from './mapping-entries.ts'
import type { NotRead, Policy, PolicyDocument } from './policy.ts'
import type { Report } from './problem.ts'
import { Problems, TooManyErrors } from './problems.ts'
import { type RbacObject, rbacObject } from './rbac-objects.ts'
import { KINDS } from './schema.ts'
import { validateObject } from './validate.ts'

export interface ReadPolicyOptions {
  /** What the text is, for whoever shows places in it. */
  readonly source?: 'policy' | 'default-roles'
  /** Roles that are there as well, so that a binding to one of them is no mistake. */
  readonly defaults?: Policy
}

/**
 * Reads a policy as kubectl and kube-apiserver 1.36 do: documents apart, YAML 1.1, strict decoding, defaults,
 * validation. Every problem is in `diagnostics`; what has no error is in `roles` and `bindings`. Takes any text and
 * never throws.
 */
export function readPolicy(text: string, { source = 'policy', defaults }: ReadPolicyOptions = {}): Policy {
  const lines = new LineIndex(source, text)
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  const problems = new Problems()
  const reading: Reading = {
    text,
    lines,
    lineOf,
    report: problems.report,
    documents: [],
    objects: [],
    accessRules: [],
    notRead: [],
  }
  try {
    readDocuments(reading)
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  const { documents, objects, accessRules, notRead } = reading
  lintReferences(objects, defaults?.roles ?? [], lineOf, problems.report)
  const rulesThatCount = withoutReplacedRules(accessRules, lineOf, problems.report)
  return {
    text,
    lines,
    documents,
    roles: objects.flatMap((object): readonly Role[] => ('role' in object ? [object.role] : [])),
    bindings: objects.flatMap((object): readonly Binding[] => ('binding' in object ? [object.binding] : [])),
    accessRules: rulesThatCount,
    notRead,
    diagnostics: problems.resolve(lines, text.length),
  }
}

/** What is known of a text while it is read. */
interface Reading {
  readonly text: string
  readonly lines: LineIndex
  readonly lineOf: (offset: number) => number
  readonly report: Report
  readonly documents: PolicyDocument[]
  readonly objects: RbacObject[]
  readonly accessRules: AccessRule[]
  readonly notRead: NotRead[]
}

function readDocuments({ text, lines, lineOf, report, documents, objects, accessRules, notRead }: Reading): void {
  for (const { document, root } of documentTrees(text, report)) {
    documents.push(document)
    if (root === undefined) continue
    const context = { syntax: document.syntax, report, lineOf, firstLine: lineOf(document.start) }
    for (const object of manifestObjects(root, context)) {
      if (object.is === 'rbac') {
        const read = readObject(object, context)
        if (read !== undefined) objects.push(read)
      } else if (object.is === 'access-rule') {
        const read = readAccessRule(object, context)
        if (read !== undefined) accessRules.push(read)
      } else {
        notRead.push(readOther(object, lines, report))
      }
    }
  }
}

function readObject(object: Extract<ManifestObject, { is: 'rbac' }>, context: ReadingContext): RbacObject | undefined {
  let refused = false
  const report: Report = (problem) => {
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const struct = decodeObject(object.node, KINDS[object.kind], { ...context, report })
  validateObject(object.kind, struct, object.head, report)
  if (refused) return undefined
  lintObject(object.kind, struct, context.report)
  return rbacObject(object.kind, struct)
}

function readOther(object: Extract<ManifestObject, { is: 'other' }>, lines: LineIndex, report: Report): NotRead {
  const { apiVersion, kind, name, head } = object
  const what = name === '' ? excerpt(kind) : `${excerpt(kind)} “${excerpt(name)}”`
  report({
    severity: 'note',
    code: 'not-read',
    message: `${what} of ${excerpt(apiVersion)} decides nothing here and was not read.`,
    span: head,
    path: 'kind',
  })
  return { apiVersion, kind, name, range: lines.range(head) }
}
