// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../interfaces/ICausewayVaultOwner.sol";

/// @title Who has which role in a vault, and what takes effect at once
abstract contract VaultRoles is ICausewayVault, ICausewayVaultOwner {
    /// @inheritdoc ICausewayVaultOwner
    address public owner;

    /// @dev Counts the owners and guardians. It is part of the key of each plan, so that a new one starts with none.
    uint96 internal _term;

    /// @inheritdoc ICausewayVaultOwner
    address public guardian;

    /// @dev The first payer shares a slot of storage with the pause, so that a payment reads one slot for both. Zero: none.
    address private _firstPayer;

    /// @inheritdoc ICausewayVault
    bool public paused;

    mapping(address account => bool) private _isOtherPayer;

    /// @dev What a removed payer has signed stays valid on the chain, so it must never be able to pay again.
    mapping(address account => bool) private _isRemovedPayer;

    modifier onlyOwner() {
        if (msg.sender != owner) revert Unauthorized(msg.sender);
        _;
    }

    modifier onlyGuardian() {
        if (msg.sender != guardian) revert Unauthorized(msg.sender);
        _;
    }

    modifier onlySelf() {
        if (msg.sender != address(this)) revert Unauthorized(msg.sender);
        _;
    }

    /// @inheritdoc ICausewayVaultOwner
    function removePayer(address payer) external onlyOwner {
        // A thief of the owner's key must not be able to bar the payers to come.
        if (!isPayer(payer)) revert BadAccount(payer);
        if (payer == _firstPayer) _firstPayer = address(0);
        else _isOtherPayer[payer] = false;
        _isRemovedPayer[payer] = true;
        emit PayerRemoved(payer);
    }

    /// @inheritdoc ICausewayVaultOwner
    function pause() external {
        if (msg.sender != guardian && msg.sender != owner) revert Unauthorized(msg.sender);
        paused = true;
        emit Paused(msg.sender);
    }

    /// @inheritdoc ICausewayVaultOwner
    function unpause() external onlyOwner {
        paused = false;
        emit Unpaused(msg.sender);
    }

    /// @inheritdoc ICausewayVault
    function isPayer(address account) public view returns (bool) {
        return _isPayer(account, _firstPayer);
    }

    function _requireMayPay(address payer) internal view {
        // Together: the compiler then reads their slot once.
        (address first, bool isPaused) = (_firstPayer, paused);
        if (!_isPayer(payer, first)) revert Unauthorized(payer);
        if (isPaused) revert PaymentsPaused();
    }

    function _addPayer(address payer) internal {
        _requireUnused(payer);
        if (_isRemovedPayer[payer]) revert BadAccount(payer);
        if (_firstPayer == address(0)) _firstPayer = payer;
        else _isOtherPayer[payer] = true;
        emit PayerAdded(payer);
    }

    function _setGuardian(address guardian_) internal {
        _requireUnused(guardian_);
        guardian = guardian_;
        ++_term;
        emit GuardianSet(guardian_);
    }

    function _setOwner(address owner_) internal {
        _requireUnused(owner_);
        owner = owner_;
        ++_term;
        emit OwnerSet(owner_);
    }

    function _isPayer(address account, address first) private view returns (bool) {
        return account == first ? account != address(0) : _isOtherPayer[account];
    }

    /// @dev One stolen key must never have two roles.
    function _requireUnused(address account) private view {
        bool used = account == owner || account == guardian || isPayer(account);
        if (used || account == address(0) || account == address(this)) revert BadAccount(account);
    }
}
