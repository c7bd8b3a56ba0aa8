/*
 * XXH64, the checksum of zstd frames. Source: xxHash specification, "XXH64 algorithm description". A 64-bit number is
 * two 32-bit halves here: the same in BigInt takes far longer than the unpacking that it checks.
 */

type Wide = { readonly high: number; readonly low: number };

const P1: Wide = { high: 0x9e3779b1, low: 0x85ebca87 };
const P2: Wide = { high: 0xc2b2ae3d, low: 0x27d4eb4f };
const P3: Wide = { high: 0x165667b1, low: 0x9e3779f9 };
const P4: Wide = { high: 0x85ebca77, low: 0xc2b2ae63 };
const P5: Wide = { high: 0x27d4eb2f, low: 0x165667c5 };
const ZERO: Wide = { high: 0, low: 0 };
const MINUS_P1: Wide = { high: 0x61c8864e, low: 0x7a143579 };

const STRIPE = 32;
const MERGE_ROTATIONS = [1, 7, 12, 18] as const;

/** The hash with seed 0 of all bytes given to `update`. */
export class XxHash64 {
  /** High and low half of each of the four lanes. */
  private readonly lanes = Int32Array.from(
    [add(P1, P2), P2, ZERO, MINUS_P1].flatMap(({ high, low }) => [high | 0, low | 0]),
  );
  private readonly rest = new Uint8Array(STRIPE);
  private held = 0;
  private length = 0;

  update(bytes: Uint8Array) {
    this.length += bytes.length;
    let at = 0;
    if (this.held > 0) {
      at = Math.min(STRIPE - this.held, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.held);
      this.held += at;
      if (this.held < STRIPE) return;
      this.stripes(this.rest);
    }
    const rest = bytes.subarray(at);
    at = this.stripes(rest);
    this.rest.set(rest.subarray(at));
    this.held = rest.length - at;
  }

  /** The lower half of the hash, which zstd stores. */
  lowerHalf(): number {
    const { length, held } = this;
    const start = length < STRIPE ? P5 : this.merged();
    const counted = add(start, { high: Math.floor(length / 2 ** 32), low: length >>> 0 });
    const hash = withRest(counted, new DataView(this.rest.buffer, 0, held));
    const once = multiply(mixDown(hash, 33), P2);
    return mixDown(multiply(mixDown(once, 29), P3), 32).low;
  }

  /** Hashes all whole stripes; returns the index of the first byte after them. */
  private stripes(bytes: Uint8Array): number {
    const end = bytes.length - (bytes.length % STRIPE);
    const view = new DataView(bytes.buffer, bytes.byteOffset, end);
    for (let lane = 0; lane < 4; lane += 1) runLane(this.lanes, lane * 2, view, lane * 8);
    return end;
  }

  private merged(): Wide {
    const lanes = [0, 2, 4, 6].map((at) => ({
      high: (this.lanes[at] as number) >>> 0,
      low: (this.lanes[at + 1] as number) >>> 0,
    }));
    const sum = lanes.reduce((total, lane, at) => add(total, rotate(lane, MERGE_ROTATIONS[at] as number)), ZERO);
    return lanes.reduce((hash, lane) => add(multiply(xor(hash, round(lane)), P1), P4), sum);
  }
}

/**
 * `lane = rotate(lane + input * P2, 31) * P1` for every stripe, spelled out: all the time goes here. Of a product of
 * 32-bit halves only the middle ones need their upper half, which 16-bit quarters give.
 */
function runLane(lanes: Int32Array, lane: number, view: DataView, offset: number) {
  let high = lanes[lane] as number;
  let low = lanes[lane + 1] as number;
  for (let at = offset; at < view.byteLength; at += STRIPE) {
    const inLow = view.getInt32(at, true);
    const inHigh = view.getInt32(at + 4, true);
    const addedLow = Math.imul(inLow, P2.low);
    const addedHigh = (upperOfProduct(inLow, P2.low) + Math.imul(inLow, P2.high) + Math.imul(inHigh, P2.low)) | 0;
    const sumLow = (low + addedLow) | 0;
    const sumHigh = (high + addedHigh + (sumLow >>> 0 < addedLow >>> 0 ? 1 : 0)) | 0;
    const turnedHigh = (sumHigh << 31) | (sumLow >>> 1);
    const turnedLow = (sumLow << 31) | (sumHigh >>> 1);
    low = Math.imul(turnedLow, P1.low);
    high = (upperOfProduct(turnedLow, P1.low) + Math.imul(turnedLow, P1.high) + Math.imul(turnedHigh, P1.low)) | 0;
  }
  lanes[lane] = high;
  lanes[lane + 1] = low;
}

/** The upper 32 bits of the product of two 32-bit numbers. */
function upperOfProduct(left: number, right: number): number {
  const [leftLow, leftHigh, rightLow, rightHigh] = [left & 0xffff, left >>> 16, right & 0xffff, right >>> 16];
  const lower = Math.imul(leftLow, rightLow) >>> 16;
  const middle = (Math.imul(leftHigh, rightLow) >>> 0) + lower;
  const other = (Math.imul(leftLow, rightHigh) >>> 0) + (middle & 0xffff);
  // Each sum is below 2^32, so that nothing is lost.
  return (Math.imul(leftHigh, rightHigh) + (middle >>> 16) + (other >>> 16)) | 0;
}

const wide = (high: number, low: number): Wide => ({ high: high >>> 0, low: low >>> 0 });

const xor = (left: Wide, right: Wide) => wide(left.high ^ right.high, left.low ^ right.low);

function add(left: Wide, right: Wide): Wide {
  const low = left.low + right.low;
  return wide(left.high + right.high + (low > 0xffffffff ? 1 : 0), low);
}

const multiply = (left: Wide, right: Wide) =>
  wide(
    upperOfProduct(left.low, right.low) + Math.imul(left.low, right.high) + Math.imul(left.high, right.low),
    Math.imul(left.low, right.low),
  );

/** Rotates to the left by less than 32 bits. */
const rotate = ({ high, low }: Wide, bits: number) =>
  wide((high << bits) | (low >>> (32 - bits)), (low << bits) | (high >>> (32 - bits)));

/** XORs the value with itself shifted to the right. */
const mixDown = (value: Wide, bits: number) =>
  xor(
    value,
    bits < 32
      ? wide(value.high >>> bits, (value.low >>> bits) | (value.high << (32 - bits)))
      : wide(0, value.high >>> (bits - 32)),
  );

const round = (input: Wide) => multiply(rotate(multiply(input, P2), 31), P1);

/** Hashes the bytes after the last whole stripe: by 8, by 4 and one by one. */
function withRest(start: Wide, rest: DataView): Wide {
  let hash = start;
  let at = 0;
  for (; at + 8 <= rest.byteLength; at += 8) {
    const input = round(wide(rest.getUint32(at + 4, true), rest.getUint32(at, true)));
    hash = add(multiply(rotate(xor(hash, input), 27), P1), P4);
  }
  for (; at + 4 <= rest.byteLength; at += 4)
    hash = add(multiply(rotate(xor(hash, multiply(wide(0, rest.getUint32(at, true)), P1)), 23), P2), P3);
  for (; at < rest.byteLength; at += 1)
    hash = multiply(rotate(xor(hash, multiply(wide(0, rest.getUint8(at)), P5)), 11), P1);
  return hash;
}
