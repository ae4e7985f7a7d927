-- Filter for pandoc: a block of equations becomes lines of typeset mathematics, each group with its tag
-- as text beside it; tables of pictures get columns of one width.

local TAG = "%([A-Z]+%.%d+[a-z]?'?%)"

-- body and tag of one line of a block; the tag stands as \text{(MJ.5)} behind && or \qquad
local function parted(line)
  line = line:gsub("^%s*&%s*", ""):gsub("%s+$", "")
  local body, tag = line:match("^(.-)%s*&&%s*\\text{(" .. TAG .. ")}$")
  if not body then
    body, tag = line:match("^(.-)%s*\\qquad%s*\\text{(" .. TAG .. ")}$")
  end
  return body or line, tag
end

local function lines_of(text)
  local inner = text:match("^%s*\\begin{aligned}%s*\n(.*)\n\\end{aligned}%s*$")
  if not inner then return { text } end
  local lines = {}
  for line in (inner .. "\n"):gmatch("(.-)\n") do
    line = line:gsub("%s*\\\\%s*$", "")
    table.insert(lines, line)
  end
  return lines
end

local function row(lines, tag)
  local parts = { pandoc.Div(lines, pandoc.Attr("", { "lines" })) }
  if tag then
    local id = tag:sub(2, -2)
    table.insert(parts, pandoc.Plain { pandoc.Span({ pandoc.Str(tag) }, pandoc.Attr(id, { "tag" })) })
  end
  return pandoc.Div(parts, pandoc.Attr("", { "equation" }))
end

function CodeBlock(block)
  if block.classes[1] ~= "math" then return nil end
  local rows, lines = {}, {}
  for _, line in ipairs(lines_of(block.text)) do
    local body, tag = parted(line)
    table.insert(lines, pandoc.Plain { pandoc.Math("DisplayMath", body) })
    if tag then
      table.insert(rows, row(lines, tag))
      lines = {}
    end
  end
  if #lines > 0 then table.insert(rows, row(lines)) end
  return rows
end

-- browsers do not break mathematics: what is long gets a box that scrolls in a narrow window
function Math(inline)
  if inline.mathtype == "InlineMath" and #inline.text > 28 then
    return pandoc.Span({ inline }, pandoc.Attr("", { "long" }))
  end
end

function Table(block)
  return pandoc.Div({ block }, pandoc.Attr("", { "wide" }))
end

local function begins(block, kind)
  return block.t == "Para" and block.content[1] and block.content[1].t == kind
end

local function is_solution(block)
  return begins(block, "Emph") and pandoc.utils.stringify(block.content[1]) == "Solution."
end

-- solutions of the exercises are folded: the reader opens them one by one; with NSD_SOLUTIONS=no
-- they are left out
function Blocks(blocks)
  local with = os.getenv("NSD_SOLUTIONS") ~= "no"
  local shown, open = pandoc.List(), false
  local function close()
    if open and with then shown:insert(pandoc.RawBlock("html", "</details>")) end
    open = false
  end
  for _, block in ipairs(blocks) do
    if open and (block.t == "Header" or begins(block, "Strong")) then close() end
    if is_solution(block) then
      close()
      block.content = { table.unpack(block.content, 3) } -- without the word and the blank behind it
      if with then
        shown:insert(pandoc.RawBlock("html", "<details><summary>Solution</summary>"))
      end
      open = true
    end
    if with or not open then shown:insert(block) end
  end
  close()
  return shown
end

local function begins_with_picture(cell)
  local first = cell.contents[1]
  return first and first.content and first.content[1] and first.content[1].t == "Image"
end

-- A browser makes columns as wide as their words: columns of pictures would shrink to nothing
function Table(tab)
  local pictures, others = 0, 0
  for _, body in ipairs(tab.bodies) do
    for _, row in ipairs(body.body) do
      for _, cell in ipairs(row.cells) do
        if begins_with_picture(cell) then pictures = pictures + 1 else others = others + 1 end
      end
    end
  end
  if pictures > 1 and others == 0 then tab.attr.classes:insert("pictures") end
  return tab
end
