// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A worthless token for test networks that behaves like USDT. Any account can mint any amount
/// @notice `transfer`, `transferFrom` and `approve` return nothing. An allowance changes only from or to zero. The
/// deployer can blacklist an account, which then cannot send or receive.
contract TestTetherToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable owner = msg.sender;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;
    mapping(address account => bool) public isBlacklisted;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error NotOwner(address caller);
    error Blacklisted(address account);
    error ResetAllowanceFirst(address spender, uint256 allowance);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function setBlacklisted(address account, bool blacklisted) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        isBlacklisted[account] = blacklisted;
    }

    function approve(address spender, uint256 amount) external {
        uint256 current = allowance[msg.sender][spender];
        if (amount != 0 && current != 0) revert ResetAllowanceFirst(spender, current);
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        if (isBlacklisted[from]) revert Blacklisted(from);
        if (isBlacklisted[to]) revert Blacklisted(to);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}
