//! The header of a table file.

use super::{FileLayout, checksum};
use crate::cube::Metric;
use crate::table::error::FileProblem;
use bytemuck::{Pod, Zeroable};

/// Sections start at multiples of this, the page size of common machines.
pub(super) const PAGE: usize = 4096;

const MAX_SECTIONS: usize = 4;

const MAGIC: [u8; 16] = *b"cubesolve table\n";
pub(super) const VERSION: u32 = 4;
const BYTE_ORDER: u32 = 0x0102_0304;
const NAME_BYTES: usize = 16;

/// What the header of a file says about its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The table's name: 1 to 16 ASCII letters, digits and hyphens.
    pub name: String,
    /// The metric of its distances.
    pub metric: Metric,
    /// Its base, see [`Spec`](crate::table::Spec).
    pub base: u8,
    /// Number of entries at each distance, as far as it is known; at most 21.
    pub counts: Vec<u64>,
}

/// The first bytes of a file, padded with zeros to a page.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: [u8; 16],
    version: u32,
    byte_order: u32,
    metric: [u8; 8],
    name: [u8; NAME_BYTES],
    base: u32,
    counts_length: u32,
    counts: [u64; 21],
    section_count: u64,
    section_lengths: [u64; MAX_SECTIONS],
    /// Checksum of the list of checksums.
    checksums: u64,
    /// Checksum of all bytes above.
    own: u64,
}

const HEADER_BYTES: usize = size_of::<Header>();
const OWN_CHECKSUM: usize = std::mem::offset_of!(Header, own);

/// Length of the fields that identify a table file and its version.
const IDENTIFYING_BYTES: usize = std::mem::offset_of!(Header, metric);

/// Encodes the first page of a file.
pub(super) fn encode(
    description: &Description,
    section_lengths: &[u64],
    checksums: u64,
) -> Box<[u8; PAGE]> {
    let mut header = Header {
        magic: MAGIC,
        version: VERSION,
        byte_order: BYTE_ORDER,
        metric: metric_bytes(description.metric),
        base: description.base.into(),
        counts_length: description.counts.len() as u32,
        section_count: section_lengths.len() as u64,
        checksums,
        ..Zeroable::zeroed()
    };
    header.name[..description.name.len()].copy_from_slice(description.name.as_bytes());
    header.counts[..description.counts.len()].copy_from_slice(&description.counts);
    header.section_lengths[..section_lengths.len()].copy_from_slice(section_lengths);
    header.own = checksum(&bytemuck::bytes_of(&header)[..OWN_CHECKSUM]);
    let mut page = Box::new([0; PAGE]);
    page[..HEADER_BYTES].copy_from_slice(bytemuck::bytes_of(&header));
    page
}

/// The content of an intact header.
pub(super) struct DecodedHeader {
    pub description: Description,
    pub section_lengths: Vec<u64>,
    pub layout: FileLayout,
    /// Checksum of the list of checksums.
    pub checksums: u64,
}

/// Decodes the header of a file of `actual` bytes from its first page or more of it.
pub(super) fn decode(start: &[u8], actual: u64) -> Result<DecodedHeader, FileProblem> {
    if start.len() < IDENTIFYING_BYTES || !start.starts_with(&MAGIC) {
        return Err(FileProblem::NotATable);
    }
    let mut page = [0; PAGE];
    let start = &start[..start.len().min(PAGE)];
    page[..start.len()].copy_from_slice(start);
    let header: Header = bytemuck::pod_read_unaligned(&page[..HEADER_BYTES]);
    if header.byte_order == BYTE_ORDER.swap_bytes() {
        return Err(FileProblem::ForeignByteOrder);
    }
    if header.byte_order != BYTE_ORDER {
        return Err(corrupted());
    }
    if header.version != VERSION {
        let (found, expected) = (header.version, VERSION);
        return Err(FileProblem::Version { found, expected });
    }
    let check_length = |expected| match actual == expected {
        true => Ok(()),
        false => Err(FileProblem::WrongLength { expected, actual }),
    };
    if start.len() < PAGE {
        check_length(PAGE as u64)?;
    }
    let is_padding = |byte: &u8| *byte == 0;
    if header.own != checksum(&page[..OWN_CHECKSUM]) || !page[HEADER_BYTES..].iter().all(is_padding)
    {
        return Err(corrupted());
    }
    // before memory is allocated for as many chunks as the header claims
    check_length(header.file_length().ok_or_else(corrupted)?)?;
    header.decode().ok_or_else(corrupted)
}

fn corrupted() -> FileProblem {
    let bytes = 0..PAGE as u64;
    FileProblem::Corrupted { bytes }
}

impl Header {
    fn section_lengths(&self) -> Option<&[u64]> {
        self.section_lengths
            .get(..usize::try_from(self.section_count).ok()?)
    }

    fn file_length(&self) -> Option<u64> {
        FileLayout::total(self.section_lengths()?)
    }

    fn decode(&self) -> Option<DecodedHeader> {
        let section_lengths = self.section_lengths()?.to_vec();
        Some(DecodedHeader {
            description: Description {
                name: decode_name(&self.name)?,
                metric: Metric::ALL
                    .into_iter()
                    .find(|metric| metric_bytes(*metric) == self.metric)?,
                base: u8::try_from(self.base).ok()?,
                counts: self.counts.get(..self.counts_length as usize)?.to_vec(),
            },
            layout: FileLayout::new(&section_lengths)?,
            section_lengths,
            checksums: self.checksums,
        })
    }
}

/// The abbreviation of a metric in capitals, padded with zeros.
fn metric_bytes(metric: Metric) -> [u8; 8] {
    let mut bytes = [0; 8];
    let name = metric.name().as_bytes();
    bytes[..name.len()].copy_from_slice(&name.to_ascii_uppercase());
    bytes
}

fn decode_name(bytes: &[u8; NAME_BYTES]) -> Option<String> {
    let name: &str = std::str::from_utf8(bytes).ok()?.trim_end_matches('\0');
    let valid = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    valid.then(|| name.to_owned())
}
