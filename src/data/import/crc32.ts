/** @file The checksum of zip (APPNOTE.TXT 4.4.7); fflate has it inside and does not check it. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** The CRC-32 of everything up to `bytes`, where `before` is that of what came before them and 0 at the start. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let remainder = ~before;
  // Counted: iterators of typed arrays take several times as long.
  for (let at = 0; at < bytes.length; at += 1) {
    remainder = (remainder >>> 8) ^ (TABLE[(remainder ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return ~remainder >>> 0;
}
