import { badEscapeAt, type DroppedPart, readQuery } from '../go/index.ts'
import { COLLECTION_VERBS } from '../kube/index.ts'
import type { Span } from '../text/index.ts'
import { characterFindings, type Problem, quoted } from '../text/index.ts'
import {
  canonicalHeaderName,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
} from './headers.ts'
import { type ListOptions, readListOptions } from './list-options.ts'
import type { HTTPHeader, HTTPRequest } from './request.ts'
import { attributesOf } from './request-line.ts'
import { splitTarget } from './target.ts'

/**
 * Warnings about a request that the API server may understand differently than intended. Warnings about method and
 * target are at `requestLine`, warnings about headers at the header, where it has a place.
 */
export function adviceOn(request: HTTPRequest, requestLine: Span): readonly Problem[] {
  const warn = (code: string, message: string, more: Partial<Problem> = {}): Problem => ({
    severity: 'warning',
    code,
    message,
    span: requestLine,
    ...more,
  })
  return [...adviceOnLine(request, warn), ...adviceOnHeaders(request.headers, warn)]
}

type Warn = (code: string, message: string, more?: Partial<Problem>) => Problem

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function adviceOnLine(request: HTTPRequest, warn: Warn): readonly Problem[] {
  const { method, target } = request
  const problems: Problem[] = []
  const read = attributesOf(request, NOBODY)
  const upper = method.toUpperCase()
  if (!METHODS.has(method) && METHODS.has(upper)) {
    problems.push(
      warn(
        'method-case',
        `Methods are case-sensitive: the API server does not read ${method} as ${upper}, and on resources gives it the verb "".`,
        { fix: upper },
      ),
    )
  } else if (read.ok && read.attributes.isResourceRequest && read.attributes.verb === '') {
    problems.push(
      warn('method-without-verb', `${method} has no verb on resources: only rules with the verb * allow it.`, {
        fix: 'GET, POST, PUT, PATCH or DELETE',
      }),
    )
  }
  if (target.includes('#')) {
    problems.push(
      warn('fragment', 'Servers know no fragments: # and what follows count as part of the path or query.', {
        fix: 'Remove it, or write %23.',
      }),
    )
  }
  const query = readQuery(splitTarget(target).query)
  problems.push(...query.dropped.map((part) => dropped(part, splitTarget(target).query, warn)))
  const verb = read.ok && read.attributes.isResourceRequest ? read.attributes.verb : ''
  if (COLLECTION_VERBS.has(verb)) {
    problems.push(...adviceOnOptions(readListOptions(query), warn), ...repeatedOptions(query.values, warn))
  }
  return problems
}

function dropped({ start, end, why }: DroppedPart, query: string, warn: Warn): Problem {
  const part = quoted(query.slice(start, end))
  if (why === 'too many') {
    return warn('query-dropped', 'A query with more than 10,000 parameters is not read at all.')
  }
  return why === 'semicolon'
    ? warn('query-part-dropped', `${part} in the query has a semicolon, so the API server drops it.`, {
        fix: 'Separate parameters with &, and write a semicolon as %3B.',
      })
    : warn('query-part-dropped', `${part} in the query has a malformed percent escape, so the API server drops it.`, {
        fix: 'Write %25 for a percent sign.',
      })
}

function adviceOnOptions({ fieldSelector, labelSelector, notIntegers }: ListOptions, warn: Warn): readonly Problem[] {
  const selectors = [
    { parameter: 'fieldSelector', selector: fieldSelector },
    { parameter: 'labelSelector', selector: labelSelector },
  ]
  return [
    ...selectors.flatMap(({ parameter, selector }) =>
      selector.ok
        ? []
        : [
            warn(
              'selector-not-parsed',
              `The ${parameter} does not parse: the API server authorizes the request as if there were none, and then refuses it.`,
              { detail: selector.message.slice(0, 1000) },
            ),
          ],
    ),
    ...notIntegers.map(({ parameter, value }) =>
      warn(
        'not-an-integer',
        `${parameter} is ${quoted(value)}, which is not a whole number: the API server refuses the request after authorizing it.`,
      ),
    ),
  ]
}

function repeatedOptions(values: ReadonlyMap<string, readonly string[]>, warn: Warn): readonly Problem[] {
  return ['fieldSelector', 'labelSelector', 'watch', 'limit', 'timeoutSeconds'].flatMap((parameter) => {
    const count = values.get(parameter)?.length ?? 0
    return count < 2 ? [] : [warn('repeated-parameter', `${parameter} is given ${count} times; only the first counts.`)]
  })
}

const ONCE = new Set([IMPERSONATE_USER, IMPERSONATE_UID])

function adviceOnHeaders(headers: readonly HTTPHeader[], warn: Warn): readonly Problem[] {
  const seen = new Set<string>()
  return headers.flatMap((header) => {
    const name = canonicalHeaderName(header.name)
    const repeated = ONCE.has(name) && seen.has(name)
    seen.add(name)
    const at = header.span === undefined ? {} : { span: header.span }
    const warnHere: Warn = (code, message, more) => warn(code, message, { ...at, ...more })
    if (name === 'Authorization') {
      return [
        warnHere(
          'credentials',
          'The requestor is set separately from the request: the credentials in it have no effect here.',
          {
            severity: 'note',
            fix: 'Remove the header, so that it is not shared with the request.',
          },
        ),
      ]
    }
    if (!/^impersonate/i.test(name)) return []
    return repeated
      ? [warnHere('repeated-header', `Of several ${name} headers only the first counts.`, { fix: 'Remove this line.' })]
      : adviceOnHeader(name, header.value, warnHere)
  })
}

/** Whether a group has a name of a directory (LDAP): `CN=admins,DC=example,DC=com`. */
function isDirectoryName(value: string): boolean {
  return value.split(/(?<!\\),/).every((part) => /^\s*[A-Za-z0-9.-]+\s*=/.test(part))
}

function adviceOnHeader(name: string, value: string, warn: Warn): readonly Problem[] {
  const isExtra = name.startsWith(IMPERSONATE_EXTRA_PREFIX)
  if (!isExtra && !ONCE.has(name) && name !== IMPERSONATE_GROUP) {
    return [
      warn('unknown-impersonation-header', `${quoted(name)} means nothing to the API server.`, {
        fix: 'Impersonate-User, Impersonate-Group, Impersonate-Uid or Impersonate-Extra-<key>',
      }),
    ]
  }
  return [
    ...(value === '' && ONCE.has(name) ? [warn('empty-header', `An empty ${name} counts as none.`)] : []),
    ...(name === IMPERSONATE_GROUP && value.includes(',') && !isDirectoryName(value)
      ? [
          warn('comma-in-group', `This is one group, named ${quoted(value)}.`, {
            fix: 'Write one Impersonate-Group header for each group.',
          }),
        ]
      : []),
    ...(isExtra && badEscapeAt(name) !== -1
      ? [
          warn(
            'extra-key-escape',
            `The key in ${quoted(name)} has a malformed percent escape and is used without decoding.`,
          ),
        ]
      : []),
    ...characterFindings(value).map(({ code, what }) => warn(code, `The value ${what}.`)),
  ]
}
