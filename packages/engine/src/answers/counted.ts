/** "no resources", "1 resource", "1,200 resources". */
export function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
