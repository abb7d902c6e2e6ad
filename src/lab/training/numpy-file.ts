/** @file Arrays of 32-bit floats as files of NumPy (`.npy`, format 1.0), for those who go on with a trained policy elsewhere. */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
/** The data begin at a multiple of it. */
const ALIGNMENT = 64;

/** A vector as a file: little endian, one dimension. */
export function numpyFile(values: Float32Array): Uint8Array {
  const told = `{'descr': '<f4', 'fortran_order': False, 'shape': (${values.length},), }`;
  const bare = MAGIC.length + 2 + told.length + 1;
  const header = `${told.padEnd(told.length + ((ALIGNMENT - (bare % ALIGNMENT)) % ALIGNMENT))}\n`;
  const begin = MAGIC.length + 2 + header.length;
  const bytes = new Uint8Array(begin + 4 * values.length);
  bytes.set(MAGIC);
  const view = new DataView(bytes.buffer);
  view.setUint16(MAGIC.length, header.length, true);
  bytes.set(new TextEncoder().encode(header), MAGIC.length + 2);
  for (const [at, value] of values.entries()) view.setFloat32(begin + 4 * at, value, true);
  return bytes;
}
