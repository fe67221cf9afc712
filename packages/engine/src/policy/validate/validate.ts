import {
  dnsSubdomainProblems,
  goJSON,
  goQuote,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
} from '../../go/index.ts'
import { RBAC_GROUP } from '../../kube/index.ts'
import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt, nearest } from '../../text/index.ts'
import type { Struct, StructItem } from '../decode/decoded-value.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'
import {
  fieldSpan,
  forbiddenField,
  invalidValue,
  requiredField,
  unsupportedValue,
  unsupportedWords,
} from './field-error.ts'
import { labelKeyAdvice, labelValueAdvice, validateLabels, validateMetadata } from './validate-metadata.ts'

/**
 * Validates a decoded role or binding as kube-apiserver does on creation (Go: `k8s.io/kubernetes/pkg/apis/rbac/validation`
 * after the defaults of `pkg/apis/rbac/v1`). Errors about fields that are missing from the object point at `head`.
 */
export function validateObject(kind: RbacKind, object: Struct, head: Span, report: ReportProblem): void {
  validateMetadata(kind, object, head, report)
  if (kind === 'Role' || kind === 'ClusterRole') {
    for (const rule of object.structs('rules')) validateRule(rule, kind === 'Role', report)
    if (kind === 'ClusterRole') validateAggregation(object, report)
  } else {
    validateRoleRef(kind, object, head, report)
    for (const subject of object.structs('subjects')) validateSubject(subject, kind === 'RoleBinding', report)
  }
}

/** Whether the list is empty or absent. False when its value was refused, which is already reported. */
function lacks(struct: Struct, list: string): boolean {
  return !struct.unread.includes(list) && struct.list(list).length === 0
}

function validateRule({ index, value: rule, node }: StructItem, namespaced: boolean, report: ReportProblem): void {
  const path = `rules[${index}]`
  if (lacks(rule, 'verbs')) {
    report(
      requiredField(`${path}.verbs`, 'verbs must contain at least one value', {
        code: 'missing-verbs',
        message: 'This rule has no verbs.',
        fix: 'Name what it allows: verbs: ["get", "list"], or ["*"] for everything.',
        span: fieldSpan(rule, 'verbs', node),
      }),
    )
  }
  if (rule.list('nonResourceURLs').length > 0) {
    validateNonResourceRule(rule, path, node, namespaced, report)
    return
  }
  if (rule.unread.includes('nonResourceURLs')) return
  if (lacks(rule, 'apiGroups')) {
    report(
      requiredField(`${path}.apiGroups`, 'resource rules must supply at least one api group', {
        code: 'missing-api-groups',
        message: 'This rule has no API groups.',
        fix: 'Write apiGroups: [""] for the core group (pods, secrets, …), or name the group.',
        span: fieldSpan(rule, 'apiGroups', node),
      }),
    )
  }
  if (lacks(rule, 'resources')) {
    report(
      requiredField(`${path}.resources`, 'resource rules must supply at least one resource', {
        code: 'missing-resources',
        message: 'This rule has no resources.',
        fix: 'Name them in plural: resources: ["pods"].',
        span: fieldSpan(rule, 'resources', node),
      }),
    )
  }
}

function validateNonResourceRule(
  rule: Struct,
  path: string,
  node: Span,
  namespaced: boolean,
  report: ReportProblem,
): void {
  const urls = goJSON(rule.texts('nonResourceURLs').map(({ value }) => value))
  const span = rule.field('nonResourceURLs')?.key ?? node
  if (namespaced) {
    report(
      invalidValue(`${path}.nonResourceURLs`, urls, 'namespaced rules cannot apply to non-resource URLs', {
        code: 'non-resource-urls-in-role',
        message: 'A Role applies in its namespace only, and non-resource URLs belong to no namespace.',
        fix: 'Move the rule to a ClusterRole and bind that with a ClusterRoleBinding.',
        span,
      }),
    )
  }
  if (['apiGroups', 'resources', 'resourceNames'].some((list) => rule.list(list).length > 0)) {
    report(
      invalidValue(
        `${path}.nonResourceURLs`,
        urls,
        'rules cannot apply to both regular resources and non-resource URLs',
        {
          code: 'mixed-rule',
          message: 'One rule cannot cover both resources and non-resource URLs.',
          fix: 'Make two rules of it.',
          span,
        },
      ),
    )
  }
}

function validateAggregation(object: Struct, report: ReportProblem): void {
  const rule = object.struct('aggregationRule')
  if (rule === undefined) return
  const path = 'aggregationRule.clusterRoleSelectors'
  if (lacks(rule, 'clusterRoleSelectors')) {
    report(
      requiredField(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil', {
        code: 'missing-selectors',
        message: 'The aggregation rule selects nothing.',
        fix: 'Give it a selector, or remove “aggregationRule”.',
        span: fieldSpan(rule, 'clusterRoleSelectors', object.field('aggregationRule')?.key ?? rule.node),
      }),
    )
  }
  for (const { index, value: selector, node } of rule.structs('clusterRoleSelectors')) {
    const at = `${path}[${index}]`
    let refused = false
    const noted: ReportProblem = (problem) => {
      refused = true
      report(problem)
    }
    validateLabels(`${at}.matchLabels`, selector.map('matchLabels'), noted)
    for (const expression of selector.structs('matchExpressions')) {
      validateExpression(expression, `${at}.matchExpressions[${expression.index}]`, noted)
    }
    if (!refused) continue
    report(
      invalidValue(at, 'null', 'invalid label selector.', {
        code: 'invalid-selector',
        message: 'So this selector is invalid.',
        fix: 'Fix the errors in it.',
        span: node,
      }),
    )
  }
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist']

function validateExpression({ value: expression, node }: StructItem, path: string, report: ReportProblem): void {
  const operator = expression.text('operator')
  const values = expression.list('values')
  if (!OPERATORS.includes(operator)) {
    if (!expression.unread.includes('operator')) {
      const near = nearest(operator, OPERATORS)
      report(
        invalidValue(`${path}.operator`, goJSON(operator), 'not a valid selector operator', {
          code: 'invalid-operator',
          message:
            operator === '' ? '“operator” is missing.' : `“${excerpt(operator)}” is not an operator of a selector.`,
          fix: near === undefined ? `Use one of ${OPERATORS.join(', ')}.` : `Did you mean “${near}”?`,
          span: fieldSpan(expression, 'operator', node),
        }),
      )
    }
  } else if (operator === 'In' || operator === 'NotIn') {
    if (lacks(expression, 'values')) {
      report(
        requiredField(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'", {
          code: 'missing-values',
          message: `“${operator}” needs values, and there are none.`,
          fix: 'Write values: ["…"].',
          span: fieldSpan(expression, 'values', node),
        }),
      )
    }
  } else if (values.length > 0) {
    report(
      forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'", {
        code: 'needless-values',
        message: `“${operator}” takes no values.`,
        fix: 'Remove “values”.',
        span: fieldSpan(expression, 'values', node),
      }),
    )
  }
  const key = expression.text('key')
  if (!expression.unread.includes('key')) {
    for (const words of labelKeyProblems(key)) {
      report(
        invalidValue(`${path}.key`, goQuote(key), words, {
          ...labelKeyAdvice(key),
          span: fieldSpan(expression, 'key', node),
        }),
      )
    }
  }
  for (const { index, value, node: at } of expression.texts('values')) {
    for (const words of labelValueProblems(value)) {
      report(invalidValue(`${path}.values[${index}]`, goQuote(value), words, { ...labelValueAdvice(value), span: at }))
    }
  }
}

function validateRoleRef(kind: RbacKind, object: Struct, head: Span, report: ReportProblem): void {
  if (object.unread.includes('roleRef')) return
  const kinds = kind === 'RoleBinding' ? ['Role', 'ClusterRole'] : ['ClusterRole']
  const roleRef = object.struct('roleRef')
  if (roleRef === undefined) {
    const span = object.field('roleRef')?.key ?? head
    report({
      severity: 'error',
      code: 'missing-role-ref',
      message: `This ${kind} does not say which role it grants: “roleRef” is missing.`,
      fix: 'Write roleRef with apiGroup: rbac.authorization.k8s.io, kind: ClusterRole and the name of the role.',
      detail: `roleRef.kind: ${unsupportedWords('', kinds)}`,
      span,
      path: 'roleRef.kind',
    })
    report(
      requiredField('roleRef.name', '', {
        code: 'missing-role-name',
        message: 'So it names no role either.',
        fix: 'Write the name of the role in “roleRef”.',
        span,
      }),
    )
    return
  }
  const key = object.field('roleRef')?.key ?? head
  const group = roleRef.text('apiGroup')
  if (group !== '' && group !== RBAC_GROUP) {
    report(
      unsupportedValue('roleRef.apiGroup', group, [RBAC_GROUP], {
        code: 'wrong-api-group',
        message: `Roles are in the API group ${RBAC_GROUP}, not in “${excerpt(group)}”.`,
        fix: `Write apiGroup: ${RBAC_GROUP}, without a version.`,
        span: fieldSpan(roleRef, 'apiGroup', key),
      }),
    )
  }
  const roleKind = roleRef.text('kind')
  if (!kinds.includes(roleKind) && !roleRef.unread.includes('kind')) {
    report(
      unsupportedValue('roleRef.kind', roleKind, kinds, {
        code: 'wrong-role-kind',
        message: roleRefKindMessage(kind, roleKind),
        fix: `Write kind: ${nearest(roleKind, kinds) ?? kinds.join(' or kind: ')}.`,
        span: fieldSpan(roleRef, 'kind', key),
      }),
    )
  }
  const name = roleRef.text('name')
  if (name === '') {
    if (roleRef.unread.includes('name')) return
    report(
      requiredField('roleRef.name', '', {
        code: 'missing-role-name',
        message: '“roleRef” names no role.',
        fix: 'Write the name of the role.',
        span: fieldSpan(roleRef, 'name', key),
      }),
    )
  }
  for (const words of pathSegmentProblems(name)) {
    report(
      invalidValue('roleRef.name', goQuote(name), words, {
        code: 'invalid-name',
        message: `“${excerpt(name)}” is not a valid name of a role: it ${words}.`,
        fix: 'Write the name of the role alone.',
        span: fieldSpan(roleRef, 'name', key),
      }),
    )
  }
}

function roleRefKindMessage(kind: RbacKind, roleKind: string): string {
  if (roleKind === '') return '“kind” of the role is missing.'
  if (kind === 'ClusterRoleBinding' && roleKind === 'Role') {
    return 'A ClusterRoleBinding grants a ClusterRole; a Role counts in one namespace only.'
  }
  return `“${excerpt(roleKind)}” is not a kind of role.`
}

const SUBJECT_KINDS = ['ServiceAccount', 'User', 'Group']

function validateSubject(
  { index, value: subject, node }: StructItem,
  namespaced: boolean,
  report: ReportProblem,
): void {
  const path = `subjects[${index}]`
  const kind = subject.text('kind')
  const name = subject.text('name')
  if (name === '' && !subject.unread.includes('name')) {
    report(
      requiredField(`${path}.name`, '', {
        code: 'missing-subject-name',
        message: 'This subject has no name.',
        fix: 'Write the name of the user, group or service account.',
        span: fieldSpan(subject, 'name', node),
      }),
    )
  }
  const group = subject.text('apiGroup')
  if (kind === 'ServiceAccount') {
    validateServiceAccount(subject, path, node, namespaced, report)
  } else if (kind === 'User' || kind === 'Group') {
    if (group === '' || group === RBAC_GROUP) return
    report(
      unsupportedValue(`${path}.apiGroup`, group, [RBAC_GROUP], {
        code: 'wrong-api-group',
        message: `A ${kind} is in the API group ${RBAC_GROUP}, not in “${excerpt(group)}”.`,
        fix: `Write apiGroup: ${RBAC_GROUP}, or leave it out.`,
        span: fieldSpan(subject, 'apiGroup', node),
      }),
    )
  } else if (!subject.unread.includes('kind')) {
    const near = nearest(kind, SUBJECT_KINDS)
    report(
      unsupportedValue(`${path}.kind`, kind, SUBJECT_KINDS, {
        code: 'wrong-subject-kind',
        message: kind === '' ? '“kind” of the subject is missing.' : `“${excerpt(kind)}” is not a kind of subject.`,
        fix: near === undefined ? 'Write kind: User, Group or ServiceAccount.' : `Write kind: ${near}.`,
        span: fieldSpan(subject, 'kind', node),
      }),
    )
  }
}

function validateServiceAccount(
  subject: Struct,
  path: string,
  node: Span,
  namespaced: boolean,
  report: ReportProblem,
): void {
  const name = subject.text('name')
  for (const words of name === '' ? [] : dnsSubdomainProblems(name)) {
    const username = name.startsWith('system:serviceaccount:')
    report(
      invalidValue(`${path}.name`, goQuote(name), words, {
        code: 'invalid-name',
        message: `“${excerpt(name)}” is not a valid name of a ServiceAccount.`,
        fix: username
          ? 'Write namespace and name separately, or make it a subject of kind User.'
          : 'Use a-z, 0-9, “-” and “.”, with a letter or digit at both ends of each part.',
        span: fieldSpan(subject, 'name', node),
      }),
    )
  }
  const group = subject.text('apiGroup')
  if (group !== '') {
    report(
      unsupportedValue(`${path}.apiGroup`, group, [''], {
        code: 'wrong-api-group',
        message: `A ServiceAccount is in the core API group, not in “${excerpt(group)}”.`,
        fix: 'Remove “apiGroup”, or write apiGroup: "".',
        span: fieldSpan(subject, 'apiGroup', node),
      }),
    )
  }
  if (namespaced || subject.text('namespace') !== '' || subject.unread.includes('namespace')) return
  report(
    requiredField(`${path}.namespace`, '', {
      code: 'missing-subject-namespace',
      message: 'A ServiceAccount in a ClusterRoleBinding needs its namespace.',
      fix: 'Write namespace: and the namespace that the service account is in.',
      span: fieldSpan(subject, 'namespace', node),
    }),
  )
}
