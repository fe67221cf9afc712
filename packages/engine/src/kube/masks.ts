/** What people and tools write in place of a name: asterisks, xxx, [redacted], <namespace>, $VAR, ${VAR}, {NAME}, {{ x }}, …. No name has these. */
const PARTS = [
  /\*{2,}/,
  /(?<!\w)<[^<>]*>(?!\w)/,
  /(?<!\w)\[[A-Za-z][\w .-]*\](?!\w)/,
  /\$\{[^{}]*\}/,
  /\{\{.*?\}\}/,
  /(?<!\w)\$[A-Za-z_]\w*/,
  /(?<![\w{])\{[A-Za-z][\w .-]*\}(?!\})/,
  /…|\.{3,}/,
  /(?<![\w.-])(?:x{3,}|X{3,}|REDACTED|MASKED)(?![\w.-])/,
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
