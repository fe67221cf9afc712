import type { AccessRule } from '../kube/index.ts'
import type { Problem, Report, Span } from '../text/index.ts'
import type { ExplainSyntax, MappingNode, ScalarNode, TreeNode } from '../yaml/index.ts'
import { readAccessRule, withoutReplacedRules } from './access-rules/read-access-rule.ts'
import { classifyClosely, reportNotRead, reportNotString } from './classify-closely.ts'
import { reportNoJSON, reportTooDeep, reportUnknownField, warnOfBooleanKey, warnOfNamespace } from './decode-closely.ts'
import type { Struct } from './decoded.ts'
import type { Path } from './field-path.ts'
import type { Header, HeaderField, HeaderMistake } from './header.ts'
import { checkListSchema } from './list-schema.ts'
import type { ManifestObject } from './manifest-objects.ts'
import type { Entry, ReadingContext } from './mapping-entries.ts'
import type { Inherited } from './object-list.ts'
import { reportNoItems, reportNoObject, reportNoVersion } from './object-list-closely.ts'
import type { OtherObject } from './read-document.ts'
import type { RbacKind, StructType } from './schema.ts'
import { explainSyntax } from './syntax-problem.ts'
import { UNDECODED } from './undecoded.ts'
import { validateObject } from './validate.ts'
import { reportWrongType, type WrongType } from './wrong-type.ts'

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
  noObject(node: TreeNode, object: TreeNode, report: Report): void
  noVersion(kind: HeaderField, report: Report): void
  noItems(kind: HeaderField, items: Entry | undefined, report: Report): void
  notString(mistake: HeaderMistake, context: ReadingContext): void
  notRead(object: OtherObject, report: Report): void
  namespaceReplaced(problem: Problem, report: Report): void
  readonly undecoded: typeof UNDECODED
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
  noObject: reportNoObject,
  noVersion: reportNoVersion,
  noItems: reportNoItems,
  notString: reportNotString,
  notRead: reportNotRead,
  namespaceReplaced: warnOfNamespace,
  undecoded: UNDECODED,
} satisfies Closely as CloseReading
