import { excerpt } from '../../text/index.ts'
import { aboutItem, type ObjectRule, quoted } from './rule.ts'

/** `APIGroupMatches` knows `*` and equality; groups have no version, and the core group is the empty string. */
export const unlikelyApiGroup: ObjectRule = {
  name: 'unlikely-api-group',
  severity: 'warning',
  summary: 'An API group that is written as a version, as “core” or with a “*”.',
  warnOfRule({ rule, path }, report) {
    for (const item of rule.texts('apiGroups')) {
      const group = item.value
      const about = (message: string, fix: string, meant?: string) =>
        report(aboutItem(item, `${path}.apiGroups`, message, fix, meant))
      if (group === 'core' || /^v[0-9]+$/.test(group)) {
        about(`There is no API group “${group}”.`, 'Write "" for the core group.', '')
      } else if (group.includes('/')) {
        const [first = ''] = group.split('/')
        about(`${quoted(group)} names a version, and API groups have none.`, `Write "${excerpt(first)}".`, first)
      } else if (group.includes('*') && group !== '*') {
        about(`${quoted(group)} matches nothing: in API groups only “*” alone is a wildcard.`, 'Write out each group.')
      }
    }
  },
}

/** `NonResourceURLMatches` knows `*` only at the end, and every path begins with a slash. */
export const unlikelyUrl: ObjectRule = {
  name: 'unlikely-url',
  severity: 'warning',
  summary: 'A path that no request has.',
  warnOfRule({ rule, path }, report) {
    for (const item of rule.texts('nonResourceURLs')) {
      const url = item.value
      const about = (message: string, fix: string, meant?: string) =>
        report(aboutItem(item, `${path}.nonResourceURLs`, message, fix, meant))
      if (/\*[^*]/.test(url)) {
        about(
          `${quoted(url)} has a “*” before its end, where it is an ordinary character.`,
          'Use “*” as the last character only.',
        )
      } else if (!url.startsWith('/') && url !== '*') {
        about(`${quoted(url)} matches nothing: paths begin with “/”.`, `Write "/${excerpt(url)}".`, `/${url}`)
      }
    }
  },
}
