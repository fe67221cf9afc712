/**
 * What people and tools write in place of a name: asterisks, xxx, [redacted], <namespace>, $VAR, ${VAR}, {NAME}, %VAR%, {{ x }}, …, or
 * YOUR_NAMESPACE. No name has these.
 */
const PARTS = [
  /\*{2,}/,
  /(?<!\w)<[^<>]{0,300}>(?!\w)/,
  /(?<!\w)\[[A-Za-z][\w\s@.-]*\](?!\w)/,
  /\$\{[^{}]{0,300}\}/,
  /\{\{.{0,300}?\}\}/,
  /(?<!\w)\$[A-Za-z_]\w*/,
  /(?<![\w{])\{[A-Za-z][\w .-]*\}(?!\})/,
  /…|\.{3,}/,
  /[█▇■•●]{2,}|#{3,}|_{4,}/,
  /%[A-Za-z_]\w*%|@@\w+@@/,
  /\((?:redacted|masked|hidden|removed|anonymi[sz]ed)\)/i,
  /(?<![A-Za-z0-9])(?:x{3,}|X{3,}|REDACTED|[Rr]edacted|MASKED|ANONYMI[SZ]ED)(?![A-Za-z0-9])/,
  /(?<![\w.-])(?:USER|USER_?NAME|NAME|NAME_?SPACE|ACCOUNT|SERVICE_?ACCOUNT)(?![\w.-])/,
  /(?<!\w)(?:YOUR|MY|SOME)[-_][A-Z][A-Z_-]*(?!\w)/,
]
const MASK = new RegExp(PARTS.map(({ source }) => source).join('|'), 'g')

/** Whether a name, or a part of it, is a mask or a placeholder: then it is not the name. */
export function isMasked(name: string): boolean {
  return name.search(MASK) !== -1
}

/** Whether a name may be the one that a text has with masks. A mask covers at most one part between colons, or all of the name. */
export function fitsMask(name: string, masked: string): boolean {
  const kept = masked.split(MASK)
  if (kept.every((part) => part === '')) return true
  const pattern = kept.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^:]+')
  return new RegExp(`^${pattern}$`).test(name)
}

/** Represents a refused user whom a text does not name. It is a mask like those that people write. */
export const UNNAMED_USER = '<user>'
