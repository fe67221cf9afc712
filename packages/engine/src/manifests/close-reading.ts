import type { AccessRule, Span } from '../kube/index.ts'
import { readAccessRule, withoutReplacedRules } from './access-rules/read-access-rule.ts'
import { classifyClosely } from './classify-closely.ts'
import { reportNoJSON, reportTooDeep, reportUnknownField, warnOfBooleanKey } from './decode-closely.ts'
import type { Struct } from './decoded.ts'
import type { ExplainSyntax } from './document-tree.ts'
import type { Header } from './header.ts'
import { checkListSchema } from './list-schema.ts'
import type { ManifestObject } from './manifest-objects.ts'
import type { Entry, ReadingContext } from './mapping-entries.ts'
import type { Inherited } from './object-list.ts'
import type { Path, Report } from './problem.ts'
import type { RbacKind, StructType } from './schema.ts'
import { explainSyntax } from './syntax-problem.ts'
import { validateObject } from './validate.ts'
import { reportWrongType, type WrongType } from './wrong-type.ts'
import type { MappingNode, ScalarNode, TreeNode } from './yaml/tree.ts'

/**
 * What looks closer at a policy where it is not as nearly all are: validation, access rules, and the words for what is
 * wrong. Asked for where it is needed, not imported by who reads, because few policies that are shown need any of it.
 */
export interface CloseReading {
  readonly of: 'policies'
}

/** The same, for who reads. */
export interface Closely extends CloseReading {
  readonly explain: ExplainSyntax
  validate(kind: RbacKind, object: Struct, head: Span, report: Report): void
  accessRule(object: Extract<ManifestObject, { is: 'access-rule' }>, context: ReadingContext): AccessRule | undefined
  rulesThatCount(
    rules: readonly AccessRule[],
    lineOf: (offset: number) => number,
    report: Report,
  ): readonly AccessRule[]
  /** What an object is that is no plain role, binding or access rule; undefined where that cannot be told. */
  otherObject(
    node: MappingNode,
    header: Header,
    inherited: Inherited | undefined,
    context: ReadingContext,
  ): ManifestObject | undefined
  /**
   * Says what kubectl has against a list, or what stands in one. Answers whether that was said of what is no object among
   * its items, too.
   */
  checkList(node: MappingNode, header: Header, outermost: boolean, context: ReadingContext): boolean
  /** Answers which field was probably meant. */
  unknownField(
    entry: Entry,
    given: ReadonlySet<string>,
    type: StructType,
    path: Path | undefined,
    report: Report,
  ): string | undefined
  booleanKey(entry: Entry, path: Path, report: Report): void
  noJSON(node: ScalarNode, problem: string, path: Path | undefined, report: Report): void
  tooDeep(node: TreeNode, report: Report): void
  wrongType(wrong: WrongType, context: ReadingContext): void
}

/** All of it. */
export const CLOSE_READING: CloseReading = {
  of: 'policies',
  explain: explainSyntax,
  validate: validateObject,
  accessRule: readAccessRule,
  rulesThatCount: withoutReplacedRules,
  otherObject: classifyClosely,
  checkList: checkListSchema,
  unknownField: reportUnknownField,
  booleanKey: warnOfBooleanKey,
  noJSON: reportNoJSON,
  tooDeep: reportTooDeep,
  wrongType: reportWrongType,
} satisfies Closely as CloseReading
